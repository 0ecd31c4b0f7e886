-------------------------------- MODULE Door --------------------------------
(***************************************************************************)
(* One door's check-ins: a Sequence with its HEAD (ADR 0005), the marks on *)
(* tickets and the idempotency keys (ADR 0007), later entries and undos,   *)
(* which are rows without units. Every action is one request to the table, *)
(* or one transaction; between any two of them anybody else may act, and   *)
(* every writer may die. A scan is one that a phone let in while it was offline, *)
(* with a key; it is sent again until it has an answer, or withdrawn (ADR  *)
(* 0052). Scans of several tickets that come in together share a row (ADR  *)
(* 0047).                                                                  *)
(*                                                                         *)
(* Withdrawals says whether phones withdraw scans, which makes many more   *)
(* states. Flaw names a condition that is left out, so that TLC must find what     *)
(* goes wrong then; "none" is the door as it is built.                     *)
(***************************************************************************)
EXTENDS Naturals, Integers, FiniteSets, TLC

CONSTANTS Writers, Tickets, Keys, MaxOrdinal, Withdrawals, Flaw

VARIABLES
  asks,     \* which ticket the scan with a key is of
  head,     \* next, settled, surplus, removed: the item HEAD
  listed,   \* what blocks and HEAD say how many units an ordinal has
  rows,     \* the rows of the log: of whom, and whom somebody undid since; an undo names its row
  marks,    \* on each ticket: the ordinal of its check-in, 0 if it is not in
  keys,     \* on each key: the ordinal of its row, 0 if it is unused
  said,     \* of each scan: whether its key says that it is withdrawn, and whether that was answered
  work      \* what each writer is doing

vars == <<asks, head, listed, rows, marks, keys, said, work>>

Ordinals == 1..MaxOrdinal
None == [is |-> "empty", keys |-> {}, gone |-> {}, held |-> {}, of |-> 0]
Void == [None EXCEPT !.is = "void"]
Row(ks) == [None EXCEPT !.is = "check-ins", !.keys = ks]
Entry(k) == [None EXCEPT !.is = "entry", !.keys = {k}]
UndoOf(o, k) == [None EXCEPT !.is = "undo", !.keys = {k}, !.of = o]
HeldOf(o, k) == [None EXCEPT !.is = "held", !.keys = {k}, !.of = o]
Ended(k) == {o \in Ordinals : k \in rows[o].gone \cup rows[o].held}
In(row) == IF row.is = "check-ins" THEN row.keys \ row.gone ELSE {}
Units(row) == Cardinality(In(row))

\* The set of passages in a ticket's item: its later entries.
Passages(t) == {o \in Ordinals : rows[o].is = "entry" /\ rows[o].gone = {}
                                 /\ \A k \in rows[o].keys : asks[k] = t}

\* Flaws by which a write does not depend on what the key says.
Late == {"withdrawal not kept", "late request recorded"}

Idle == [at |-> "idle", keys |-> {}, ordinal |-> 0, of |-> 0, settled |-> 0, removed |-> 0,
         units |-> 0]

Init ==
  /\ asks \in [Keys -> Tickets]
  /\ head = [next |-> 0, settled |-> 0, surplus |-> 0, removed |-> 0]
  /\ listed = [o \in Ordinals |-> 1]
  /\ rows = [o \in Ordinals |-> None]
  /\ marks = [t \in Tickets |-> 0]
  /\ keys = [k \in Keys |-> 0]
  /\ said = [k \in Keys |-> "no"]
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
    \* Else the answer is there, and nothing changes.
    /\ \A k \in ks : keys[k] = 0 /\ (said[k] = "no" \/ Flaw = "withdrawal not kept")
    /\ \A k, l \in ks : asks[k] = asks[l] => k = l
    /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "marks", !.keys = ks]]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

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
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

Reserve(w) ==
  /\ At(w, "reserve")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = IF work[w].of = 0 THEN "write" ELSE "enter",
                          ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys, said>>

Write(w) ==
  LET ks == work[w].keys
      o == work[w].ordinal
      unmarked == {k \in ks : marks[asks[k]] = 0}
      unused == {k \in ks : keys[k] = 0 /\ (said[k] = "no" \/ Flaw \in Late)}
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
    /\ UNCHANGED <<asks, head, listed, said>>

GiveUp(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "give up")
    /\ rows' = IF rows[o] = None THEN [rows EXCEPT ![o] = Void] ELSE rows
    /\ Rest(w)
    /\ UNCHANGED <<asks, head, listed, marks, keys, said>>

(***************************************************************************)
(* A later entry: its row, its key and the ticket's set, on condition that *)
(* the ticket is as it was read.                                           *)
(***************************************************************************)
Enter(w) ==
  LET k == CHOOSE k \in work[w].keys : TRUE
      o == work[w].ordinal
      free == /\ marks[asks[k]] = work[w].of \/ Flaw = "entry without its check-in"
              /\ keys[k] = 0 \/ Flaw = "entry beside its key"
              /\ said[k] = "no" \/ Flaw = "entry beside its key" \/ Flaw \in Late
              /\ rows[o] = None
  IN
    /\ At(w, "enter")
    /\ IF free
       THEN /\ rows' = [rows EXCEPT ![o] = Entry(k)]
            /\ keys' = [keys EXCEPT ![k] = o]
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED <<rows, keys>>
    /\ UNCHANGED <<asks, head, listed, marks, said>>

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
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

ReadHeadToUndo(w) ==
  /\ At(w, "head")
  /\ work' = [work EXCEPT ![w].at = "undo", ![w].settled = head.settled,
                          ![w].removed = head.removed]
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

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
    /\ UNCHANGED <<asks, keys, said>>

ReserveUndo(w) ==
  /\ At(w, "reserve undo")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = "undo entry", ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys, said>>

\* A withdrawn check-in goes with the last entry that holds it: HEAD is as it was read then.
UndoEntry(w) ==
  LET o == work[w].of
      n == work[w].ordinal
      k == CHOOSE k \in work[w].keys : TRUE
      t == asks[k]
      m == marks[t]
      last == /\ Passages(t) = {o}
              /\ m # 0
              /\ \E j \in rows[m].held : asks[j] = t
              /\ Flaw # "held check-in forgotten"
      j == CHOOSE j \in rows[m].held : asks[j] = t
      free == rows[n] = None /\ (rows[o].gone = {} \/ Flaw = "entry not required there")
  IN
    /\ At(w, "undo entry")
    /\ (free /\ last) => head.next < MaxOrdinal
    /\ IF free
       THEN /\ IF last
               THEN /\ rows' = [rows EXCEPT ![o].gone = {k}, ![n] = UndoOf(o, k),
                                            ![m].gone = @ \cup {j}, ![head.next + 1] = UndoOf(m, j)]
                    /\ marks' = [marks EXCEPT ![t] = 0]
                    /\ head' = [head EXCEPT !.removed = @ + 1, !.next = @ + 1,
                                            !.surplus = IF m <= head.settled THEN @ - 1 ELSE @]
                    /\ listed' = IF m <= head.settled
                                 THEN [listed EXCEPT ![m] = Units(rows[m]) - 1] ELSE listed
               ELSE /\ rows' = [rows EXCEPT ![o].gone = {k}, ![n] = UndoOf(o, k)]
                    /\ UNCHANGED <<marks, head, listed>>
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED <<rows, marks, head, listed>>
    /\ UNCHANGED <<asks, keys, said>>

(***************************************************************************)
(* A withdrawal: the key says so, then the row is undone, then there is an *)
(* answer. A check-in that entries hold only stops being an entry. It is   *)
(* sent again until it is answered.                                        *)
(***************************************************************************)
Withdraw(w) ==
  \E k \in Keys :
    /\ Withdrawals
    /\ At(w, "idle")
    /\ said[k] # "answered"
    /\ said' = [said EXCEPT ![k] = "marked"]
    /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.keys = {k},
                   !.at = IF keys[k] = 0 \/ Flaw = "answered before it is undone"
                          THEN "answer" ELSE "withdraw"]]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

WithdrawRow(w) ==
  LET k == CHOOSE k \in work[w].keys : TRUE
      o == keys[k]
  IN
    /\ At(w, "withdraw")
    /\ head.next < MaxOrdinal \/ o \in Ended(k)
    /\ work' = [work EXCEPT ![w].of = o, ![w].units = Units(rows[o]),
                   ![w].at = IF o \in Ended(k) THEN "answer"
                             ELSE IF rows[o].is = "entry" THEN "reserve undo"
                             ELSE IF Passages(asks[k]) # {} THEN "reserve hold"
                             ELSE "head"]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

ReserveHold(w) ==
  /\ At(w, "reserve hold")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = "hold", ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys, said>>

Hold(w) ==
  LET o == work[w].of
      n == work[w].ordinal
      k == CHOOSE k \in work[w].keys : TRUE
      free == /\ k \in In(rows[o]) \ rows[o].held
              /\ Passages(asks[k]) # {}
              /\ rows[n] = None
  IN
    /\ At(w, "hold")
    /\ IF free
       THEN /\ rows' = [rows EXCEPT ![o].held = @ \cup {k}, ![n] = HeldOf(o, k)]
            /\ Rest(w)
       ELSE /\ Go(w, "give up")
            /\ UNCHANGED rows
    /\ UNCHANGED <<asks, head, listed, marks, keys, said>>

Answer(w) ==
  /\ At(w, "answer")
  /\ said' = [said EXCEPT ![CHOOSE k \in work[w].keys : TRUE] = "answered"]
  /\ Rest(w)
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys>>

(***************************************************************************)
(* Settling: one place after the other; a gap is closed by a void.         *)
(***************************************************************************)
ReadHeadToSettle(w) ==
  /\ At(w, "idle")
  /\ head.settled < head.next
  /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "row", !.ordinal = head.settled + 1,
                                  !.settled = head.settled, !.removed = head.removed]]
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

ReadRow(w) ==
  LET row == rows[work[w].ordinal]
      units == IF Flaw = "row counts once" /\ Units(row) > 1 THEN 1 ELSE Units(row)
  IN
    /\ At(w, "row")
    /\ work' = [work EXCEPT ![w].at = IF row = None THEN "close" ELSE "advance",
                            ![w].units = units]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

Close(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "close")
    /\ IF rows[o] = None
       THEN /\ rows' = [rows EXCEPT ![o] = Void]
            /\ work' = [work EXCEPT ![w].at = "advance", ![w].units = 0]
       ELSE /\ Rest(w)
            /\ UNCHANGED rows
    /\ UNCHANGED <<asks, head, listed, marks, keys, said>>

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
    /\ UNCHANGED <<asks, rows, marks, keys, said>>

(***************************************************************************)
(* A worker that dies forgets what it was doing.                           *)
(***************************************************************************)
Die(w) ==
  /\ ~At(w, "idle")
  /\ Rest(w)
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys, said>>

Next ==
  \E w \in Writers :
    \/ ReadKeys(w) \/ ReadMarks(w) \/ Reserve(w) \/ Write(w) \/ Enter(w) \/ GiveUp(w)
    \/ ReadToUndo(w) \/ ReadHeadToUndo(w) \/ Undo(w) \/ ReserveUndo(w) \/ UndoEntry(w)
    \/ Withdraw(w) \/ WithdrawRow(w) \/ ReserveHold(w) \/ Hold(w) \/ Answer(w)
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
    {o \in Ordinals : rows[o].is \in {"check-ins", "entry"} /\ k \in rows[o].keys}
      = IF keys[k] = 0 THEN {} ELSE {keys[k]}

\* Whoever has later entries has a check-in.
CheckinHoldsEntries == \A t \in Tickets : Passages(t) # {} => marks[t] # 0

\* What was withdrawn does not count, whatever arrives of it.
WithdrawnIsOver ==
  \A k \in Keys : said[k] = "answered" /\ keys[k] # 0 => keys[k] \in Ended(k)

\* A withdrawn check-in stays as long as entries hold it, and that is in the log once.
HeldByEntries ==
  /\ \A o \in Ordinals : \A k \in rows[o].held \ rows[o].gone : Passages(asks[k]) # {}
  /\ {<<rows[o].of, CHOOSE k \in rows[o].keys : TRUE>> : o \in {n \in Ordinals : rows[n].is = "held"}}
       = {p \in Pairs : p[2] \in rows[p[1]].held}
  /\ Cardinality({n \in Ordinals : rows[n].is = "held"})
       = Cardinality({p \in Pairs : p[2] \in rows[p[1]].held})

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
          rows[o] # None =>
            /\ [rows'[o] EXCEPT !.gone = {}, !.held = {}] = [rows[o] EXCEPT !.gone = {}, !.held = {}]
            /\ rows[o].gone \subseteq rows'[o].gone
            /\ rows[o].held \subseteq rows'[o].held
     /\ \A k \in Keys : said[k] # "no" => said'[k] # "no"]_vars

\* A version names one content: its numbers never fall, and whatever is shown while no place is
\* open changes with one of them.
Whole == \A o \in 1..head.next : rows[o] # None
VersionsNameOneContent ==
  [][/\ head'.next >= head.next
     /\ head'.settled >= head.settled
     /\ head'.removed >= head.removed
     /\ Whole /\ Those' # Those => head' # head]_vars
=============================================================================
