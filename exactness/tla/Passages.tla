------------------------------ MODULE Passages ------------------------------
(***************************************************************************)
(* Comings and goings of one ticket in one area. Phones scan passages,     *)
(* keep them in a queue and upload them in any order, more than once if an *)
(* answer is lost. The ticket's item has the set of its passages with a    *)
(* version; each passage is one transaction on condition of that version:  *)
(* the passage joins the set, its key is used, and a row says by how much  *)
(* the fold of the set changed and which entries are open since: those of  *)
(* somebody who was in. The rows of other passages are marked where that   *)
(* changes. An undo takes a passage out in the same way; the first entry   *)
(* to arrive is the check-in, which is undone last. A withdrawal takes out *)
(* any passage, also one that has not arrived yet: a check-in then stays   *)
(* for the other entries. Readers only add up rows.                        *)
(*                                                                         *)
(* Passage p happens at time p. All have one rule of re-entry. Flaw names  *)
(* what is left out, so that TLC must find what goes wrong then; "none" is *)
(* the door as it is built.                                                *)
(***************************************************************************)
EXTENDS Naturals, Integers, FiniteSets, TLC

CONSTANTS
  Last,      \* passages are 1..Last
  Writers,   \* who read the ticket, and write when others may have; if none, an upload is one step
  MaxUndone, \* how many passages may be undone
  Flaw

VARIABLES
  world,   \* what never changes: types, policies, clocks, when the area empties
  queue,   \* passages that phones still have
  door,    \* door time of each passage in the set, 0 if it is not
  version, \* of the ticket's set
  arrived, \* how many passages have joined before each, for the flaw that folds by arrival
  undone,  \* passages taken out again, or withdrawn before they arrived
  checkin, \* the entry that came first and is not undone, 0 if there is none
  open,    \* how often rows opened each entry, less how often they closed it
  marked,  \* passages whose rows say that they do not fit
  sum,     \* what the rows add up to
  peak,    \* the most that a reader has seen inside, for the flaw that keeps it
  work     \* what each writer has read

told == <<checkin, open, marked>>
vars == <<world, queue, door, version, arrived, undone, checkin, open, marked, sum, peak, work>>

All == 1..Last
Policies == {"never", "after_exit", "always"}
Differences == {0 - 2, 0, 2}
Empty == [p \in All |-> 0]
Idle == [at |-> "idle", passage |-> 0, version |-> 0, door |-> Empty]

\* Every other passage is scanned by a phone with a wrong clock.
Difference(p) == IF p % 2 = 0 THEN world.difference ELSE 0
Scanned(p) == p + Difference(p)
\* The phone says its time with the upload. Times are shifted so that 0 stays free.
Shift == 3
\* The first one is of an outage that begins: the phone has asked the server, and hears nothing.
DoorTime(p) ==
  IF Flaw = "first of an outage by arrival" /\ p = 1 THEN Shift + Last + 1
  ELSE Shift + Scanned(p) - (IF Flaw = "clock not corrected" THEN 0 ELSE Difference(p))
Slots == 1..(Last + 2 * Shift)

(***************************************************************************)
(* The fold.                                                               *)
(***************************************************************************)
Nothing == [in |-> FALSE, entered |-> FALSE, at |-> 0,
            entries |-> 0, exits |-> 0, lateEntries |-> {}, lateExits |-> {},
            curve |-> [s \in Slots |-> 0]]

Emptied(from, to) == world.empties # 0 /\ from < world.empties /\ world.empties <= to

Before(d, p, q) ==
  IF Flaw = "fold by arrival"
  THEN arrived[p] < arrived[q] \/ (arrived[p] = arrived[q] /\ p < q)
  ELSE d[p] < d[q] \/ (d[p] = d[q] /\ p < q)

Step(state, p, time) ==
  LET in == state.in /\ ~Emptied(state.at, time)
      kept == state.in /\ Flaw = "nobody leaves at empties_at"
      was == in \/ kept
      known == CASE world.policies[p] = "always" -> TRUE
                 [] world.policies[p] = "after_exit" -> ~was
                 [] OTHER -> ~state.entered
      moved == [state EXCEPT !.at = time]
  IN
    IF world.types[p] = "entry"
    THEN [moved EXCEPT !.in = TRUE, !.entered = TRUE, !.entries = @ + 1,
                       !.lateEntries = @ \cup (IF known THEN {} ELSE {p}),
                       !.curve[time] = @ + (IF was /\ Flaw # "re-entry counts twice" THEN 0 ELSE 1)]
    ELSE [moved EXCEPT !.in = FALSE, !.exits = @ + 1,
                       !.lateExits = @ \cup (IF was THEN {} ELSE {p}),
                       !.curve[time] = @ - (IF was THEN 1 ELSE 0)]

RECURSIVE FoldFrom(_, _, _)
FoldFrom(d, left, state) ==
  IF left = {} THEN state
  ELSE LET p == CHOOSE p \in left : \A q \in left \ {p} : Before(d, p, q)
       IN FoldFrom(d, left \ {p}, Step(state, p, d[p]))

Fold(d) == FoldFrom(d, {p \in All : d[p] # 0}, Nothing)

\* What the world knows: the fold of the same passages by the time at which they happened.
Truth == Fold([p \in All |-> IF door[p] = 0 THEN 0 ELSE Shift + p])

\* A row: by how much the fold changed from one to another.
Row(a, b) ==
  [entries |-> b.entries - a.entries, exits |-> b.exits - a.exits,
   lateEntries |-> Cardinality(b.lateEntries) - Cardinality(a.lateEntries),
   lateExits |-> Cardinality(b.lateExits) - Cardinality(a.lateExits),
   curve |-> [s \in Slots |-> b.curve[s] - a.curve[s]]]

Add(total, row) ==
  [entries |-> total.entries + row.entries, exits |-> total.exits + row.exits,
   lateEntries |-> total.lateEntries + row.lateEntries,
   lateExits |-> total.lateExits + row.lateExits,
   curve |-> [s \in Slots |-> total.curve[s] + row.curve[s]]]

\* What a row opens and closes, and which rows are marked anew.
Late(state) == state.lateEntries \cup state.lateExits
Open(a, b, undo) ==
  LET opens == IF Flaw = "change forgets opens" THEN {} ELSE b.lateEntries \ a.lateEntries
      closes == IF undo /\ Flaw = "undo forgets to close" THEN {} ELSE a.lateEntries \ b.lateEntries
  IN [p \in All |->
       open[p] + (IF p \in opens THEN 1 ELSE 0) - (IF p \in closes THEN 1 ELSE 0)]
Marked(b, own) ==
  IF Flaw = "others not marked" THEN (marked \ own) \cup (Late(b) \cap own) ELSE Late(b)

\* How many are inside at a time, by a curve: nobody at the moment at which the area empties.
RECURSIVE Inside(_, _)
Inside(curve, s) ==
  IF s = 0 THEN 0
  ELSE curve[s] + (IF s = world.empties THEN 0 ELSE Inside(curve, s - 1))

Max(numbers) == CHOOSE n \in numbers : \A m \in numbers : m <= n
Peak(curve) == Max({Inside(curve, s) : s \in Slots} \cup {0})

-----------------------------------------------------------------------------
Init ==
  /\ world \in [types : [All -> {"entry", "exit"}],
                policies : {[p \in All |-> one] : one \in Policies},
                difference : Differences, empties : {0, Shift + 3}]
  /\ queue = All
  /\ door = Empty
  /\ version = 0
  /\ arrived = Empty
  /\ undone = {}
  /\ checkin = 0
  /\ open = Empty
  /\ marked = {}
  /\ sum = [f \in {"entries", "exits", "lateEntries", "lateExits"} |-> 0] @@ [curve |-> Nothing.curve]
  /\ peak = 0
  /\ work = [w \in Writers |-> Idle]

At(w, step) == work[w].at = step

Wanted(p) ==
  \/ door[p] = 0 /\ (p \notin undone \/ Flaw = "late passage recorded")
  \/ Flaw = "key not required absent"

Join(p, old) ==
  LET new == [old EXCEPT ![p] = DoorTime(p)]
      a == Fold(old)
      b == Fold(new)
      row == IF old[p] # 0  \* only by a flaw
             THEN Row(Nothing, Fold([Empty EXCEPT ![p] = DoorTime(p)]))
             ELSE Row(a, b)
      total == Add(sum, row)
  IN
    /\ door' = new
    /\ version' = version + 1
    /\ arrived' = IF Flaw = "fold by arrival" THEN [arrived EXCEPT ![p] = version + 1] ELSE arrived
    /\ sum' = total
    /\ checkin' = IF checkin = 0 /\ world.types[p] = "entry" THEN p ELSE checkin
    /\ open' = Open(a, b, FALSE)
    /\ marked' = Marked(b, {p})
    /\ peak' = IF Flaw = "peak kept by arrival"
               THEN Max({peak, Inside(total.curve, Max(Slots))}) ELSE peak

Upload ==
  /\ Writers = {}
  /\ \E p \in queue :
       /\ Wanted(p)
       /\ Join(p, door)
       /\ queue' = queue \ {p}
  /\ UNCHANGED <<world, undone, work>>

Read(w) ==
  \E p \in queue :
    /\ At(w, "idle")
    /\ Wanted(p)
    /\ work' = [work EXCEPT ![w] = [at |-> "write", passage |-> p, version |-> version, door |-> door]]
    /\ UNCHANGED <<world, queue, door, version, arrived, undone, told, sum, peak>>

\* The answer may be lost: then the phone keeps the passage and sends it again.
Write(w) ==
  LET p == work[w].passage
      free == (version = work[w].version \/ Flaw = "version not required") /\ Wanted(p)
  IN
    /\ At(w, "write")
    /\ work' = [work EXCEPT ![w] = Idle]
    /\ IF free
       THEN /\ Join(p, work[w].door)
            /\ queue' \in {queue, queue \ {p}}
       ELSE UNCHANGED <<door, version, arrived, told, sum, peak, queue>>
    /\ UNCHANGED <<world, undone>>

\* A passage that is there already: the answer comes from its key.
Repeat ==
  \E p \in queue :
    /\ door[p] # 0 \/ p \in undone
    /\ queue' = queue \ {p}
    /\ UNCHANGED <<world, door, version, arrived, undone, told, sum, peak, work>>

TakeOut(p, left) ==
  LET new == [door EXCEPT ![p] = 0]
      a == Fold(door)
      b == Fold(new)
      alone == Fold([Empty EXCEPT ![p] = door[p]])
  IN
    /\ door' = new
    /\ checkin' = left
    /\ open' = Open(a, b, TRUE)
    /\ marked' = Marked(b, {p})
    /\ sum' = Add(sum, IF Flaw = "undo without the fold" THEN Row(alone, Nothing) ELSE Row(a, b))
    /\ undone' = undone \cup {p}
    /\ version' = version + 1
    /\ UNCHANGED <<world, queue, arrived, peak, work>>

\* The check-in that is left without a passage: one that was withdrawn goes with the last entry.
Held(p) ==
  LET entries == {q \in All \ {p} : door[q] # 0 /\ world.types[q] = "entry"}
  IN IF /\ checkin \in undone \cup {p}
        /\ entries = {}
        /\ Flaw # "held check-in forgotten"
     THEN 0 ELSE checkin

Undo ==
  \E p \in All :
    /\ door[p] # 0
    /\ Cardinality(undone) < MaxUndone
    /\ \/ p # checkin
       \/ \A q \in All \ {p} : door[q] = 0
       \/ Flaw = "check-in undone while passages stand"
    /\ TakeOut(p, IF p = checkin THEN 0 ELSE Held(p))

\* A withdrawal never fails, and its passage does not count when it arrives later.
Withdraw ==
  \E p \in All :
    /\ p \notin undone
    /\ Cardinality(undone) < MaxUndone
    /\ IF door[p] = 0
       THEN /\ undone' = undone \cup {p}
            /\ UNCHANGED <<world, queue, door, version, arrived, told, sum, peak, work>>
       ELSE TakeOut(p, Held(p))
Die(w) ==
  /\ ~At(w, "idle")
  /\ work' = [work EXCEPT ![w] = Idle]
  /\ UNCHANGED <<world, queue, door, version, arrived, undone, told, sum, peak>>

Next == Repeat \/ Undo \/ Withdraw \/ Upload \/ \E w \in Writers : Read(w) \/ Write(w) \/ Die(w)

Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Writers)

-----------------------------------------------------------------------------
\* Rows add up to the fold of the set, whatever order its passages came in, ...
Counted(state) ==
  /\ sum.entries = state.entries
  /\ sum.exits = state.exits
  /\ sum.lateEntries = Cardinality(state.lateEntries)
  /\ sum.lateExits = Cardinality(state.lateExits)
  /\ sum.curve = state.curve
SumIsFold == Counted(Fold(door))

\* ... which is what really happened: so every order of arrival ends in one state and one count.
CountIsTruth == Counted(Truth)
StateIsTruth == Fold(door).in = Truth.in

\* What is open, and what rows say, is what the fold says.
OpenIsFold ==
  LET late == Fold(door).lateEntries
  IN \A p \in All : open[p] = IF p \in late THEN 1 ELSE 0
MarkedIsFold == marked = Late(Fold(door))

\* Whoever is in has a check-in.
CheckinHoldsEntries ==
  LET entries == {p \in All : world.types[p] = "entry" /\ door[p] # 0}
  IN IF checkin = 0 THEN entries = {} ELSE checkin \in entries \/ (checkin \in undone /\ entries # {})

\* What was withdrawn does not count, when it arrives later either.
UndoneIsOut == \A p \in undone : door[p] = 0

\* One ticket is never inside more than once, nor less than not at all.
InsideIsOneOrNone == \A s \in Slots : Inside(sum.curve, s) \in {0, 1}

\* The curve and the state say the same about now.
CurveIsState ==
  LET last == Max(Slots)
      state == Fold(door)
  IN Inside(sum.curve, last) = IF state.in /\ ~Emptied(state.at, last) THEN 1 ELSE 0

\* The peak is that of the curve, also after passages that were late.
PeakIsTrue ==
  (IF Flaw = "peak kept by arrival" THEN peak ELSE Peak(sum.curve)) = Peak(Truth.curve)

\* What a phone has sent and knows to be there is there, once.
NothingLost == \A p \in All : p \notin queue => door[p] # 0 \/ p \in undone

\* What happened stays said.
NothingForgotten ==
  [][\A p \in All : door[p] # 0 => door'[p] = door[p] \/ p \in undone']_vars
=============================================================================
