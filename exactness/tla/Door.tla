-------------------------------- MODULE Door --------------------------------
(***************************************************************************)
(* One door's check-ins: a Sequence with its HEAD (ADR 0005), the marks on *)
(* tickets and the idempotency keys (ADR 0007), undo and double admissions *)
(* (ADR 0025). Every action is one request to the table, or one            *)
(* transaction; between any two of them anybody else may act, and every    *)
(* writer may die. A scan is one that a phone let in while it was offline, *)
(* with a key; it is sent again until it has an answer. Scans of several   *)
(* tickets that come in together share a row (ADR 0047).                   *)
(*                                                                         *)
(* Flaw names a condition that is left out, so that TLC must find what     *)
(* goes wrong then; "none" is the door as it is built.                     *)
(***************************************************************************)
EXTENDS Naturals, Integers, FiniteSets, Sequences, TLC

CONSTANTS Writers, Tickets, Keys, MaxOrdinal, Flaw

VARIABLES
  asks,     \* which ticket the scan with a key is of
  head,     \* next, settled, surplus, removed: the item HEAD
  listed,   \* what blocks and HEAD say how many units an ordinal has
  rows,     \* the rows of the sequence: the keys of those who came in, and of those undone since
  marks,    \* on each ticket: the ordinal of its check-in, 0 if it is not in
  keys,     \* on each key: the ordinal of its check-in, 0 if it is unused, -1 if double
  doubles,  \* how often a key's admission was recorded as a double one
  undone,   \* the log of what was undone: ordinal and key
  work      \* what each writer is doing

vars == <<asks, head, listed, rows, marks, keys, doubles, undone, work>>

Ordinals == 1..MaxOrdinal
Double == 0 - 1
Empty == [is |-> "empty", keys |-> {}, gone |-> {}]
Void == [is |-> "void", keys |-> {}, gone |-> {}]
Row(ks) == [is |-> "row", keys |-> ks, gone |-> {}]
In(row) == row.keys \ row.gone
Units(row) == Cardinality(In(row))

Idle == [at |-> "idle", keys |-> {}, ordinal |-> 0, settled |-> 0, removed |-> 0, units |-> 0]

Init ==
  /\ asks \in [Keys -> Tickets]
  /\ head = [next |-> 0, settled |-> 0, surplus |-> 0, removed |-> 0]
  /\ listed = [o \in Ordinals |-> 1]
  /\ rows = [o \in Ordinals |-> Empty]
  /\ marks = [t \in Tickets |-> 0]
  /\ keys = [k \in Keys |-> 0]
  /\ doubles = [k \in Keys |-> 0]
  /\ undone = <<>>
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
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

ReadMarks(w) ==
  LET ks == work[w].keys
      free == {k \in ks : marks[asks[k]] = 0}
  IN
    /\ At(w, "marks")
    /\ IF free # {}
       THEN work' = [work EXCEPT ![w].at = "reserve", ![w].keys = free]
       ELSE IF Cardinality(ks) = 1 THEN Go(w, "record") ELSE Rest(w)
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

Reserve(w) ==
  /\ At(w, "reserve")
  /\ head.next < MaxOrdinal
  /\ head' = [head EXCEPT !.next = @ + 1]
  /\ work' = [work EXCEPT ![w].at = "write", ![w].ordinal = head.next + 1]
  /\ UNCHANGED <<asks, listed, rows, marks, keys, doubles, undone>>

Write(w) ==
  LET ks == work[w].keys
      o == work[w].ordinal
      unmarked == {k \in ks : marks[asks[k]] = 0}
      unused == {k \in ks : keys[k] = 0}
      free == /\ \/ unmarked = ks
                 \/ Flaw = "mark not required absent"
                 \/ Flaw = "other marks not required absent" /\ unmarked # {}
              /\ rows[o] = Empty \/ Flaw = "row not required absent"
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
    /\ UNCHANGED <<asks, head, listed, doubles, undone>>

GiveUp(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "give up")
    /\ rows' = IF rows[o] = Empty THEN [rows EXCEPT ![o] = Void] ELSE rows
    /\ Rest(w)
    /\ UNCHANGED <<asks, head, listed, marks, keys, doubles, undone>>

(***************************************************************************)
(* An offline scan that is refused: the person is in, so it is recorded,   *)
(* together with its key.                                                  *)
(***************************************************************************)
Record(w) ==
  LET k == CHOOSE k \in work[w].keys : TRUE
  IN
    /\ At(w, "record")
    /\ IF keys[k] = 0 \/ Flaw = "double recorded beside its key"
       THEN /\ keys' = [keys EXCEPT ![k] = Double]
            /\ doubles' = [doubles EXCEPT ![k] = @ + 1]
       ELSE UNCHANGED <<keys, doubles>>
    /\ Rest(w)
    /\ UNCHANGED <<asks, head, listed, rows, marks, undone>>

(***************************************************************************)
(* Undo: look where HEAD stands, then mark, row, HEAD and log at once. The *)
(* row stays, as one that counts nothing: the old key still leads to it.   *)
(***************************************************************************)
ReadHeadToUndo(w) ==
  \E o \in 1..head.next : \E k \in In(rows[o]) :
    /\ At(w, "idle")
    /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "undo", !.ordinal = o, !.keys = {k},
                                    !.settled = head.settled, !.removed = head.removed]]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

Undo(w) ==
  LET o == work[w].ordinal
      k == CHOOSE k \in work[w].keys : TRUE
      wasSettled == o <= work[w].settled
      holds == /\ \/ k \in In(rows[o]) /\ marks[asks[k]] = o /\ head.removed = work[w].removed
                  \/ Flaw = "check-in not required there"
               /\ (o <= head.settled) = wasSettled \/ Flaw = "settled meanwhile"
  IN
    /\ At(w, "undo")
    /\ IF holds
       THEN /\ rows' = [rows EXCEPT ![o].gone = @ \cup {k}]
            /\ marks' = [marks EXCEPT ![asks[k]] = 0]
            /\ undone' = Append(undone, <<o, k>>)
            /\ head' = [head EXCEPT !.removed = @ + 1,
                                    !.surplus = IF wasSettled THEN @ - 1 ELSE @]
            /\ listed' = IF wasSettled THEN [listed EXCEPT ![o] = @ - 1] ELSE listed
       ELSE UNCHANGED <<rows, marks, undone, head, listed>>
    /\ Rest(w)
    /\ UNCHANGED <<asks, keys, doubles>>

(***************************************************************************)
(* Settling: one place after the other; a gap is closed by a void.         *)
(***************************************************************************)
ReadHeadToSettle(w) ==
  /\ At(w, "idle")
  /\ head.settled < head.next
  /\ work' = [work EXCEPT ![w] = [Idle EXCEPT !.at = "row", !.ordinal = head.settled + 1,
                                  !.settled = head.settled, !.removed = head.removed]]
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

ReadRow(w) ==
  LET row == rows[work[w].ordinal]
      units == IF Flaw = "row counts once" /\ Units(row) > 1 THEN 1 ELSE Units(row)
  IN
    /\ At(w, "row")
    /\ work' = [work EXCEPT ![w].at = IF row = Empty THEN "close" ELSE "advance",
                            ![w].units = units]
    /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

Close(w) ==
  LET o == work[w].ordinal
  IN
    /\ At(w, "close")
    /\ IF rows[o] = Empty
       THEN /\ rows' = [rows EXCEPT ![o] = Void]
            /\ work' = [work EXCEPT ![w].at = "advance", ![w].units = 0]
       ELSE /\ Rest(w)
            /\ UNCHANGED rows
    /\ UNCHANGED <<asks, head, listed, marks, keys, doubles, undone>>

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
    /\ UNCHANGED <<asks, rows, marks, keys, doubles, undone>>

(***************************************************************************)
(* A worker that dies forgets what it was doing.                           *)
(***************************************************************************)
Die(w) ==
  /\ ~At(w, "idle")
  /\ Rest(w)
  /\ UNCHANGED <<asks, head, listed, rows, marks, keys, doubles, undone>>

Next ==
  \E w \in Writers :
    \/ ReadKeys(w) \/ ReadMarks(w) \/ Reserve(w) \/ Write(w) \/ GiveUp(w) \/ Record(w)
    \/ ReadHeadToUndo(w) \/ Undo(w)
    \/ ReadHeadToSettle(w) \/ ReadRow(w) \/ Close(w) \/ Advance(w)
    \/ Die(w)

Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Writers) \cup Permutations(Tickets) \cup Permutations(Keys)

-----------------------------------------------------------------------------
Pairs == Ordinals \X Keys
Those == {p \in Pairs : p[2] \in In(rows[p[1]])}
Gone == {p \in Pairs : p[2] \in rows[p[1]].gone}

\* A ticket is never in twice, and marks and rows say the same.
InOnce == \A t \in Tickets : Cardinality({p \in Those : asks[p[2]] = t}) <= 1
MarksAreRows ==
  \A t \in Tickets :
    {p[1] : p \in {q \in Those : asks[q[2]] = t}} = IF marks[t] = 0 THEN {} ELSE {marks[t]}

\* What an offline scan did is there exactly once: a check-in, undone or not, or a double admission.
AdmissionsOnce ==
  \A k \in Keys :
    /\ {o \in Ordinals : k \in rows[o].keys} = IF keys[k] > 0 THEN {keys[k]} ELSE {}
    /\ doubles[k] = IF keys[k] = Double THEN 1 ELSE 0

\* HEAD and blocks say what rows say.
SettledIsWhole ==
  /\ head.settled <= head.next
  /\ \A o \in Ordinals :
       IF o <= head.settled
       THEN rows[o] # Empty /\ listed[o] = Units(rows[o])
       ELSE listed[o] = 1
  /\ \A o \in Ordinals : o > head.next => rows[o] = Empty

\* The count that getCheckinList answers.
CountIsTrue ==
  head.settled + head.surplus + Cardinality({p \in Those : p[1] > head.settled})
    = Cardinality(Those)

\* The undone are logged, each once.
UndoneAreLogged ==
  /\ Len(undone) = head.removed
  /\ Len(undone) = Cardinality(Gone)
  /\ {undone[i] : i \in 1..Len(undone)} = Gone

-----------------------------------------------------------------------------
\* What is said once stays said: old keys give old answers, the log only grows.
NothingForgotten ==
  [][/\ \A k \in Keys : keys[k] # 0 => keys'[k] = keys[k]
     /\ \A o \in Ordinals :
          rows[o] # Empty => /\ [rows'[o] EXCEPT !.gone = {}] = [rows[o] EXCEPT !.gone = {}]
                             /\ rows[o].gone \subseteq rows'[o].gone
     /\ Len(undone') >= Len(undone)
     /\ SubSeq(undone', 1, Len(undone)) = undone]_vars

\* A version names one content: its numbers never fall, and whatever is shown while no place is
\* open changes with one of them.
Whole == \A o \in 1..head.next : rows[o] # Empty
VersionsNameOneContent ==
  [][/\ head'.next >= head.next
     /\ head'.settled >= head.settled
     /\ head'.removed >= head.removed
     /\ Whole /\ Those' # Those => head' # head]_vars
=============================================================================
