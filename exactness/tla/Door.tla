-------------------------------- MODULE Door --------------------------------
(***************************************************************************)
(* One door's check-ins: a Sequence with its HEAD (ADR 0005), the marks on *)
(* tickets and the idempotency keys (ADR 0007), later entries and undos,   *)
(* which are rows without units. Every action is one request to the table, *)
(* or one transaction; between any two of them anybody else may act, and   *)
(* every writer may die. A scan is one that a phone let in while it was offline, *)
(* with a key; it is sent again until it has an answer. Scans of several   *)
(* tickets that come in together share a row (ADR 0047).                   *)
(*                                                                         *)
(* Flaw names a condition that is left out, so that TLC must find what     *)
(* goes wrong then; "none" is the door as it is built.                     *)
(***************************************************************************)
EXTENDS Naturals, Integers, FiniteSets, TLC

CONSTANTS Writers, Tickets, Keys, MaxOrdinal, Flaw

VARIABLES
  asks,     \* which ticket the scan with a key is of
  head,     \* next, settled, surplus, removed: the item HEAD
  listed,   \* what blocks and HEAD say how many units an ordinal has
  rows,     \* the rows of the log: of whom, and whom somebody undid since; an undo names its row
  marks,    \* on each ticket: the ordinal of its check-in, 0 if it is not in
  keys,     \* on each key: the ordinal of its row, 0 if it is unused
  work      \* what each writer is doing

vars == <<asks, head, listed, rows, marks, keys, work>>

Ordinals == 1..MaxOrdinal
None == [is |-> "empty", keys |-> {}, gone |-> {}, of |-> 0]
Void == [None EXCEPT !.is = "void"]
Row(ks) == [None EXCEPT !.is = "check-ins", !.keys = ks]
Entry(k) == [None EXCEPT !.is = "entry", !.keys = {k}]
UndoOf(o, k) == [None EXCEPT !.is = "undo", !.keys = {k}, !.of = o]
In(row) == IF row.is = "check-ins" THEN row.keys \ row.gone ELSE {}
Units(row) == Cardinality(In(row))

\* The set of passages in a ticket's item: its later entries.
Passages(t) == {o \in Ordinals : rows[o].is = "entry" /\ rows[o].gone = {}
                                 /\ \A k \in rows[o].keys : asks[k] = t}

Idle == [at |-> "idle", keys |-> {}, ordinal |-> 0, of |-> 0, settled |-> 0, removed |-> 0,
         units |-> 0]

Init ==
  /\ asks \in [Keys -> Tickets]
  /\ head = [next |-> 0, settled |-> 0, surplus |-> 0, removed |-> 0]
  /\ listed = [o \in Ordinals |-> 1]
  /\ rows = [o \in Ordinals |-> None]
  /\ marks = [t \in Tickets |-> 0]
  /\ keys = [k \in Keys |-> 0]
  /\ work = [w \in Writers |-> Idle]

At(w, step) == work[w].at = step
Go(w, step) == work' = [work EXCEPT ![w].at = step]
Rest(w) == work' = [work EXCEPT ![w] = Idle]

(***************************************************************************)
(* A check-in of one ticket or more: look, reserve, write. The keys and    *)
(* the marks are two moments of one read. Whoever cannot come in with the  *)
(* others is asked about alone.                                            *)
(***************************************************************************)
ReadKeys(w) ==
  \E ks \in (SUBSET Keys) \ {{}} :
    /\ At(w, "idle")
    /\ \A k \in ks : keys[k] = 0  \* else the answer is there, and nothing changes
    /\ \A k, l \in ks : asks[k] = asks[l] => k = l
    /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "marks", !.keys = ks]]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

\* Who is in was let in by the device all the same: a later entry, alone.
ReadMarks(w) ==
  LET ks == work[w].keys
      free == {k \in ks : marks[asks[k]] = 0}
  IN
    /\ At(w, "marks")
    /\ IF free # {}
       THEN work' = [work EXCEPT ![w].at = "reserve", ![w].keys = free]
       ELSE IF Cardinality(ks) = 1
            THEN work' = [work EXCEPT ![w].at = "reserve",
                                      ![w].of = marks[asks[CHOOSE k \in ks : TRUE]]]
            ELSE Rest(w)
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

Reserve(w) ==
  /\ At(w, "reserve")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = IF work[w].of = 0 THEN "write" ELSE "enter",
                          ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys>>

Write(w) ==
  LET ks == work[w].keys
      o == work[w].ordinal
      unmarked == {k \in ks : marks[asks[k]] = 0}
      unused == {k \in ks : keys[k] = 0}
      free == /\ \/ unmarked = ks
                 \/ Flaw = "mark not required absent"
                 \/ Flaw = "other marks not required absent" /\ unmarked # {}
              /\ rows[o] = None \/ Flaw = "row not required absent"
              /\ \/ unused = ks
                 \/ Flaw = "key not required absent"
                 \/ Flaw = "other keys not required absent" /\ unused # {}
  IN
    /\ At(w, "write")
    /\ IF free
       THEN /\ rows' = [rows EXCEPT ![o] = Row(ks)]
            /\ marks' = [t \in Tickets |-> IF \E k \in ks : asks[k] = t THEN o ELSE marks[t]]
            /\ keys' = [k \in Keys |-> IF k \in ks THEN o ELSE keys[k]]
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED <<rows, marks, keys>>
    /\ UNCHANGED <<asks, head, listed>>

GiveUp(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "give up")
    /\ rows' = IF rows[o] = None THEN [rows EXCEPT ![o] = Void] ELSE rows
    /\ Rest(w)
    /\ UNCHANGED <<asks, head, listed, marks, keys>>

(***************************************************************************)
(* A later entry: its row, its key and the ticket's set, on condition that *)
(* the ticket is as it was read.                                           *)
(***************************************************************************)
Enter(w) ==
  LET k == CHOOSE k \in work[w].keys : TRUE
      o == work[w].ordinal
      free == /\ marks[asks[k]] = work[w].of \/ Flaw = "entry without its check-in"
              /\ keys[k] = 0 \/ Flaw = "entry beside its key"
              /\ rows[o] = None
  IN
    /\ At(w, "enter")
    /\ IF free
       THEN /\ rows' = [rows EXCEPT ![o] = Entry(k)]
            /\ keys' = [keys EXCEPT ![k] = o]
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED <<rows, keys>>
    /\ UNCHANGED <<asks, head, listed, marks>>

(***************************************************************************)
(* Undo of a check-in: look at the row, then where HEAD stands, then mark, *)
(* row, HEAD and the row that tells of it at once, at the ordinal that     *)
(* HEAD hands out next. The undone row stays, as one that counts nothing: the old key     *)
(* still leads to it. A ticket's check-in stays while it has later         *)
(* entries. Undo of an entry, which HEAD does not count: its ordinal is    *)
(* reserved before.                                                        *)
(***************************************************************************)
ReadToUndo(w) ==
  \E o \in 1..head.next : \E k \in rows[o].keys \ rows[o].gone :
    /\ At(w, "idle")
    /\ head.next < MaxOrdinal
    /\ rows[o].is \in {"check-ins", "entry"}
    /\ rows[o].is = "check-ins" =>
         Passages(asks[k]) = {} \/ Flaw = "check-in undone while entries stand"
    /\ work' = [work EXCEPT ![w] = [Idle EXCEPT
                   !.at = IF rows[o].is = "entry" THEN "reserve undo" ELSE "head",
                   !.of = o, !.keys = {k}, !.units = Units(rows[o])]]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

ReadHeadToUndo(w) ==
  /\ At(w, "head")
  /\ work' = [work EXCEPT ![w].at = "undo", ![w].settled = head.settled,
                          ![w].removed = head.removed]
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

Undo(w) ==
  LET o == work[w].of
      n == head.next + 1
      k == CHOOSE k \in work[w].keys : TRUE
      wasSettled == o <= work[w].settled
      holds == /\ \/ k \in In(rows[o]) /\ marks[asks[k]] = o /\ head.removed = work[w].removed
                  \/ Flaw = "check-in not required there"
               /\ Passages(asks[k]) = {} \/ Flaw = "check-in undone while entries stand"
               /\ Units(rows[o]) = work[w].units \/ Flaw = "units changed meanwhile"
                                                \/ Flaw = "check-in not required there"
               /\ (o <= head.settled) = wasSettled \/ Flaw = "settled meanwhile"
  IN
    /\ At(w, "undo")
    /\ head.next < MaxOrdinal
    /\ IF holds
       THEN /\ rows' = [rows EXCEPT ![o].gone = @ \cup {k}, ![n] = UndoOf(o, k)]
            /\ marks' = [marks EXCEPT ![asks[k]] = 0]
            /\ head' = [head EXCEPT !.removed = @ + 1, !.next = n,
                                    !.surplus = IF wasSettled THEN @ - 1 ELSE @]
            /\ listed' = IF wasSettled THEN [listed EXCEPT ![o] = work[w].units - 1] ELSE listed
       ELSE UNCHANGED <<rows, marks, head, listed>>
    /\ Rest(w)
    /\ UNCHANGED <<asks, keys>>

ReserveUndo(w) ==
  /\ At(w, "reserve undo")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = "undo entry", ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys>>

UndoEntry(w) ==
  LET o == work[w].of
      n == work[w].ordinal
      k == CHOOSE k \in work[w].keys : TRUE
  IN
    /\ At(w, "undo entry")
    /\ IF rows[n] = None /\ (rows[o].gone = {} \/ Flaw = "entry not required there")
       THEN /\ rows' = [rows EXCEPT ![o].gone = {k}, ![n] = UndoOf(o, k)]
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED rows
    /\ UNCHANGED <<asks, head, listed, marks, keys>>

(***************************************************************************)
(* Settling: one place after the other; a gap is closed by a void.         *)
(***************************************************************************)
ReadHeadToSettle(w) ==
  /\ At(w, "idle")
  /\ head.settled < head.next
  /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "row", !.ordinal = head.settled + 1,
                                  !.settled = head.settled, !.removed = head.removed]]
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

ReadRow(w) ==
  LET row == rows[work[w].ordinal]
      units == IF Flaw = "row counts once" /\ Units(row) > 1 THEN 1 ELSE Units(row)
  IN
    /\ At(w, "row")
    /\ work' = [work EXCEPT ![w].at = IF row = None THEN "close" ELSE "advance",
                            ![w].units = units]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

Close(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "close")
    /\ IF rows[o] = None
       THEN /\ rows' = [rows EXCEPT ![o] = Void]
            /\ work' = [work EXCEPT ![w].at = "advance", ![w].units = 0]
       ELSE /\ Rest(w)
            /\ UNCHANGED rows
    /\ UNCHANGED <<asks, head, listed, marks, keys>>

Advance(w) ==
  LET o == work[w].ordinal
      same == /\ head.settled = work[w].settled
              /\ head.removed = work[w].removed \/ Flaw = "removed meanwhile"
  IN
    /\ At(w, "advance")
    /\ IF same
       THEN /\ head' = [head EXCEPT !.settled = o, !.surplus = @ + work[w].units - 1]
            /\ listed' = [listed EXCEPT ![o] = work[w].units]
       ELSE UNCHANGED <<head, listed>>
    /\ Rest(w)
    /\ UNCHANGED <<asks, rows, marks, keys>>

(***************************************************************************)
(* A worker that dies forgets what it was doing.                           *)
(***************************************************************************)
Die(w) ==
  /\ ~At(w, "idle")
  /\ Rest(w)
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

Next ==
  \E w \in Writers :
    \/ ReadKeys(w) \/ ReadMarks(w) \/ Reserve(w) \/ Write(w) \/ Enter(w) \/ GiveUp(w)
    \/ ReadToUndo(w) \/ ReadHeadToUndo(w) \/ Undo(w) \/ ReserveUndo(w) \/ UndoEntry(w)
    \/ ReadHeadToSettle(w) \/ ReadRow(w) \/ Close(w) \/ Advance(w)
    \/ Die(w)

Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Writers) \cup Permutations(Tickets) \cup Permutations(Keys)

-----------------------------------------------------------------------------
Pairs == Ordinals \X Keys
Those == {p \in Pairs : p[2] \in In(rows[p[1]])}
Gone == {p \in Pairs : p[2] \in rows[p[1]].gone}
Undos == {o \in Ordinals : rows[o].is = "undo"}

\* A ticket is never in twice, and marks and rows say the same.
InOnce == \A t \in Tickets : Cardinality({p \in Those : asks[p[2]] = t}) <= 1
MarksAreRows ==
  \A t \in Tickets :
    {p[1] : p \in {q \in Those : asks[q[2]] = t}} = IF marks[t] = 0 THEN {} ELSE {marks[t]}

\* What an offline scan did is there exactly once, undone or not: a check-in or a later entry.
AdmissionsOnce ==
  \A k \in Keys :
    {o \in Ordinals : rows[o].is # "undo" /\ k \in rows[o].keys}
      = IF keys[k] = 0 THEN {} ELSE {keys[k]}

\* Whoever has later entries has a check-in.
CheckinHoldsEntries == \A t \in Tickets : Passages(t) # {} => marks[t] # 0

\* HEAD and blocks say what rows say.
SettledIsWhole ==
  /\ head.settled <= head.next
  /\ \A o \in Ordinals :
       IF o <= head.settled
       THEN rows[o] # None /\ listed[o] = Units(rows[o])
       ELSE listed[o] = 1
  /\ \A o \in Ordinals : o > head.next => rows[o] = None

\* The count that getCheckinList answers.
CountIsTrue ==
  head.settled + head.surplus + Cardinality({p \in Those : p[1] > head.settled})
    = Cardinality(Those)

\* Each undo is in the log, once, and HEAD counts those of check-ins.
UndoneAreLogged ==
  /\ Cardinality(Undos) = Cardinality(Gone)
  /\ {<<rows[o].of, CHOOSE k \in rows[o].keys : TRUE>> : o \in Undos} = Gone
  /\ head.removed = Cardinality({o \in Undos : rows[rows[o].of].is = "check-ins"})

-----------------------------------------------------------------------------
\* What is said once stays said: old keys give old answers, the log only grows.
NothingForgotten ==
  [][/\ \A k \in Keys : keys[k] # 0 => keys'[k] = keys[k]
     /\ \A o \in Ordinals :
          rows[o] # None => /\ [rows'[o] EXCEPT !.gone = {}] = [rows[o] EXCEPT !.gone = {}]
                             /\ rows[o].gone \subseteq rows'[o].gone]_vars

\* A version names one content: its numbers never fall, and whatever is shown while no place is
\* open changes with one of them.
Whole == \A o \in 1..head.next : rows[o] # None
VersionsNameOneContent ==
  [][/\ head'.next >= head.next
     /\ head'.settled >= head.settled
     /\ head'.removed >= head.removed
     /\ Whole /\ Those' # Those => head' # head]_vars
=============================================================================
