/**
 * A scan. Pass it unchanged to {@link Phone.undo} to take it back, because the service identifies it by these members.
 */
export interface Scan {
  readonly key: string;
  readonly list: string;
  readonly code: string;
  readonly exit: boolean;
  readonly counts: Readonly<Record<string, number>>;
  /** When the code was scanned, in epoch milliseconds. */
  readonly at: number;
  readonly read: boolean;
}

/** What to tell a guest. An unknown value is an empty text, 0 or an empty list. */
export interface Verdict {
  /**
   * With IN and OUT the guest passes. With ALREADY_IN, REFUSED and UNKNOWN the guest does not pass. ORDER means that
   * the code is an order's. Ask how many of `counts` come in, then scan the order. After NO_ANSWER nobody came in, so
   * scan again. After NOT_KEPT nobody came in, because nothing can be stored here. TAKEN_BACK means that the scan was
   * undone meanwhile.
   */
  readonly kind:
    | "IN" | "OUT" | "ALREADY_IN" | "REFUSED" | "UNKNOWN" | "ORDER" | "NO_ANSWER" | "NOT_KEPT" | "TAKEN_BACK";
  /**
   * Why the guest does not pass, or why the service has no verdict, in the API's words. It is `not_inside` if somebody
   * leaves whose ticket is not known to be inside.
   */
  readonly reason: string;
  /** The reason as an English sentence. It is empty if the service sent none. */
  readonly detail: string;
  /** Whether the phone itself decided, by its copy. */
  readonly byCopy: boolean;
  readonly scan: Scan;
  readonly guest: Readonly<{
    name: string;
    reference: string;
    type: string;
    /** What staff should know: the note of the ticket type, and the note about the guest if the token may read it. */
    note: string;
    attention: boolean;
    /** Whether there is a note about the guest that only a desk shows. */
    hasNote: boolean;
    /** Values that every door shows with the guest, such as the table. A copy does not have them. */
    shown: readonly Readonly<{title: string; value: string}>[];
  }>;
  /** When the ticket came in, in epoch milliseconds. */
  readonly since: number;
  /** Whether the ticket has come in here before. */
  readonly again: boolean;
  /** Lists that let the ticket in instead. */
  readonly doors: readonly string[];
  /** For an order, how many of each ticket type can still come in. */
  readonly counts: Readonly<Record<string, number>>;
  /** After a look at an order's code, how many of each ticket type are inside. */
  readonly inside: Readonly<Record<string, number>>;
}

export interface List {
  readonly id: string;
  readonly name: string;
  /** Whether the phone has a whole copy of the list, so that it can decide without a network. */
  readonly ready: boolean;
  readonly admitted: number;
  readonly checkedIn: number;
}

/** A scan for which the service has not yet recorded what the guest was told. */
export interface KeptScan {
  readonly scan: Scan;
  readonly stage: "ASKED" | "TOLD" | "WITHDRAWN";
  /** Why the scan is set aside for staff. It is empty if it is not set aside. */
  readonly problem: string;
}

/** A notice that staff must see, because the service would have refused a guest whom this phone let in. */
export interface Notice {
  readonly scan: Scan;
  readonly reason: string;
  readonly reference: string;
}

export interface State {
  /** ENDED means that the service no longer accepts the token. Open the phone with another link. Nothing is lost. */
  readonly connection: "ONLINE" | "OFFLINE" | "ENDED";
  readonly queued: number;
  readonly setAside: number;
  readonly notices: number;
  /** Whether scans can be stored. If not, nobody is let in without the service. */
  readonly keeps: boolean;
}

/** Where a phone stores texts by name. */
export interface Storage {
  /** Returns all stored texts. Only one phone may use a storage, so reject if another one has opened it. */
  load(): Promise<Record<string, string>>;
  /**
   * Writes all changes or none. Once this resolves, the changes must be stored for good. An empty text removes the
   * name.
   */
  write(changes: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface Options {
  /**
   * Returns the storage with a name. Each event and mode (test or live) has its own name. The default is IndexedDB,
   * where it exists.
   */
  storage?: (name: string) => Storage | Promise<Storage>;
  /** Is called when the state has changed. */
  onChange?: (state: State) => void;
  /** Returns milliseconds since any fixed moment, by a clock that nobody can set. The default is `performance.now`. */
  elapsed?: () => number;
  fetch?: typeof globalThis.fetch;
}

/**
 * A phone at a door. Each scan has its verdict within a second and a half. A scan rejects if no list is chosen, or if
 * the phone is closed.
 */
export interface Phone {
  lists(): List[];
  /** The id of the list at which the phone scans. It is empty if none is chosen. */
  list(): string;
  choose(list: string): void;
  /** Scans a text that a camera or a hand scanner read. */
  scan(text: string): Promise<Verdict>;
  /** Scans a code that was typed, or found by the guest's name. */
  scanTyped(text: string): Promise<Verdict>;
  /**
   * Scans an order's code, to let in as many of each ticket type as `counts` says. Only the service can decide this.
   */
  scanOrder(text: string, counts: Record<string, number>): Promise<Verdict>;
  /**
   * Lets somebody out. By an order's code, as many of each ticket type leave as `counts` says. Without `counts`, all
   * who are inside leave.
   */
  exit(text: string, counts?: Record<string, number>): Promise<Verdict>;
  /** Returns the verdict that a scan would have now. Nobody comes in. */
  look(text: string): Promise<Verdict>;
  /** Takes a scan back, at any time. Once this resolves, the scan counts as taken back. */
  undo(scan: Scan): Promise<void>;
  queue(): KeptScan[];
  notices(): Notice[];
  /** Removes a notice, or a scan that was set aside. */
  dismiss(scan: Scan): Promise<void>;
  state(): State;
  close(): Promise<void>;
}

/**
 * Opens a phone with a pairing link. Scans that are queued for the same event are sent with the link's token. Rejects
 * with a TypeError if the text is no such link, or if the link names no event and its token gives access to several.
 * Rejects with another Error if nothing can be stored, or if another phone has opened the same storage. The same
 * happens if the link names no event and the service does not answer.
 */
export function open(link: string, options?: Options): Promise<Phone>;

/** Stores texts in the database of a browser. */
export function indexedDbStorage(name: string): Storage;

/** Keeps texts only as long as the page or the app is open. Use it only to try this library. */
export function memoryStorage(kept?: Record<string, string>): Storage;
