// What the pages use of idb.
export function openDB(
  name: string,
  version: number,
  callbacks: {
    upgrade(db: IDBDatabase): void;
    blocking(): void;
  },
): Promise<any>;
export function deleteDB(name: string): Promise<void>;
