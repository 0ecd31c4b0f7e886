// What the pages use of idb.
export function openDB(
  name: string,
  version: number,
  callbacks: {
    upgrade(db: IDBDatabase, from: number, to: number | null, upgrading: any): void;
  },
): Promise<any>;
export function deleteDB(name: string): Promise<void>;
