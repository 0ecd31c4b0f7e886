/** A scan; give it back to {@link Phone.undo}. Its members name it for ever. */
export interface Scan {
  readonly key: string;
  readonly list: string;
  readonly code: string;
  readonly exit: boolean;
  readonly counts: Readonly<Record<string, number>>;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly read: boolean;
}

/** What to tell a guest. What is not known is an empty text, 0 or empty. */
export interface Verdict {
  /**
   * IN and OUT: they pass. ALREADY_IN, REFUSED, UNKNOWN: they do not. ORDER: it is an order's code.
   * Ask how many of `counts` come in, and scan the order. NO_ANSWER: nobody came in, scan again.
   * NOT_KEPT: nobody came in, as nothing can be kept here. TAKEN_BACK: it was undone meanwhile.
   */
  readonly kind:
    | "IN" | "OUT" | "ALREADY_IN" | "REFUSED" | "UNKNOWN" | "ORDER" | "NO_ANSWER" | "NOT_KEPT" | "TAKEN_BACK";
  /**
   * Why they do not pass, or why the service has no verdict, in the API's words. `not_inside` if
   * somebody leaves whom nobody saw come in.
   */
  readonly reason: string;
  /** The same in English; empty if the service did not say it. */
  readonly detail: string;
  /** Whether the copy decided. */
  readonly byCopy: boolean;
  readonly scan: Scan;
  readonly guest: Readonly<{
    name: string;
    reference: string;
    type: string;
    /** What staff should know: by the ticket's type, and of the guest if the token may read that. */
    note: string;
    attention: boolean;
    /** Whether there is a note of the guest that only a desk shows. */
    hasNote: boolean;
    /** What every door shows of the guest, such as the table. A copy does not have it. */
    shown: readonly Readonly<{title: string; value: string}>[];
  }>;
  /** When the ticket came in, in epoch milliseconds. */
  readonly since: number;
  /** Whether the ticket was in here before. */
  readonly again: boolean;
  /** Lists that let the ticket in instead. */
  readonly doors: readonly string[];
  /** How many of which ticket type are left of an order. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many of which ticket type of an order are inside; of a look at its code. */
  readonly inside: Readonly<Record<string, number>>;
}

export interface List {
  readonly id: string;
  readonly name: string;
  /** Whether the phone has a whole copy, and so decides without a network. */
  readonly ready: boolean;
  readonly admitted: number;
  readonly checkedIn: number;
}

/** A scan that the service does not have yet as the guest was told. */
export interface KeptScan {
  readonly scan: Scan;
  readonly stage: "ASKED" | "TOLD" | "WITHDRAWN";
  /** Why it is set aside for staff; empty if it is not. */
  readonly problem: string;
}

/** What staff must see: the service would have refused a guest whom this phone let in. */
export interface Notice {
  readonly scan: Scan;
  readonly reason: string;
  readonly reference: string;
}

export interface State {
  /** ENDED: the token has ended. Open the phone with another link, nothing is lost. */
  readonly connection: "ONLINE" | "OFFLINE" | "ENDED";
  readonly queued: number;
  readonly setAside: number;
  readonly notices: number;
  /** Whether scans can be kept; if not, nobody is let in without the service. */
  readonly keeps: boolean;
}

/** Where a phone keeps texts by name. */
export interface Storage {
  /** Returns all that is kept. Only one phone may have it: reject if another does. */
  load(): Promise<Record<string, string>>;
  /** Writes all changes or none, for good once it is done; an empty text removes its name. */
  write(changes: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface Options {
  /** By default IndexedDB, where there is one. The name is one for each event and mode. */
  storage?: (name: string) => Storage | Promise<Storage>;
  /** Is told of changes. */
  onChange?: (state: State) => void;
  /** Milliseconds since whenever, by a clock that nobody can set. By default `performance.now`. */
  elapsed?: () => number;
  fetch?: typeof globalThis.fetch;
}

/**
 * A phone at a door. Each scan has its verdict within a second and a half. A scan rejects if no list is chosen, or if
 * the phone is closed.
 */
export interface Phone {
  lists(): List[];
  /** The id of the list at which the phone scans; empty if none is chosen. */
  list(): string;
  choose(list: string): void;
  /** Scans what a camera or a hand scanner read. */
  scan(text: string): Promise<Verdict>;
  /** Scans a code that was typed, or found by a name. */
  scanTyped(text: string): Promise<Verdict>;
  /** Scans an order's code, for so many of each ticket type. It needs the service. */
  scanOrder(text: string, counts: Record<string, number>): Promise<Verdict>;
  /** Lets somebody out. By an order's code so many of each ticket type leave, or all who are inside. */
  exit(text: string, counts?: Record<string, number>): Promise<Verdict>;
  /** Returns what a scan would say; nobody comes in. */
  look(text: string): Promise<Verdict>;
  /** Takes a scan back, at any time. It counts as taken back once this is done. */
  undo(scan: Scan): Promise<void>;
  queue(): KeptScan[];
  notices(): Notice[];
  /** Removes a notice, or a scan that is set aside. */
  dismiss(scan: Scan): Promise<void>;
  state(): State;
  close(): Promise<void>;
}

/**
 * Opens a phone with a link that pairs it. What is queued for the same event is sent with the link's token. Rejects
 * with a TypeError if the text is no such link, or if its token opens several events and the link names none. Rejects
 * with another Error if nothing can be kept, or if another phone has the same storage open. It does so, too, if the link
 * does not name its event and the service does not answer.
 */
export function open(link: string, options?: Options): Promise<Phone>;

/** Keeps texts in the database of a browser. */
export function indexedDbStorage(name: string): Storage;

/** Keeps texts as long as the page, or the app, is open: for trying only. */
export function memoryStorage(kept?: Record<string, string>): Storage;
