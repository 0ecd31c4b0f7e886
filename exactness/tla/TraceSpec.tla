------------------------------ MODULE TraceSpec -----------------------------
(***************************************************************************)
(* Checks that what the simulator's table said is what the model allows.   *)
(* TraceData has a trace for each ticket of some evenings: its states, one *)
(* after each transaction that changed it. Each must be reached from the   *)
(* one before by an upload or an undo of the model, with the same passages *)
(* and the same sums; if none fits, TLC ends in a deadlock that names the  *)
(* trace and the state. The model's invariants hold on the way.            *)
(*                                                                         *)
(* Passage p is the p-th of the ticket by door time, which is right        *)
(* whatever the phone's clock says: the simulator compares it with when    *)
(* the phone scanned. Each passage has its list's rule of re-entry. The    *)
(* table counts by the minute, so the model's curve is added up by         *)
(* minutes.                                                                *)
(***************************************************************************)
EXTENDS Passages, Sequences, TraceData

VARIABLES
  trace, \* which one
  line   \* how many of its states are reached

State == Traces[trace].states[line]
Known == 1..Len(Traces[trace].types)

RECURSIVE Sum(_, _)
Sum(f, some) ==
  IF some = {} THEN 0 ELSE LET one == CHOOSE x \in some : TRUE IN f[one] + Sum(f, some \ {one})

\* What is seen of the model is what was seen of the table.
Seen ==
  /\ {p \in All : door[p] # 0} = State.door
  /\ sum.entries = State.entries
  /\ sum.exits = State.exits
  /\ sum.lateEntries = State.lateEntries
  /\ sum.lateExits = State.lateExits
  /\ State.elsewhere = 0
  /\ \A m \in 1..Len(State.curve) :
       Sum(sum.curve, {Shift + p : p \in {q \in Known : Traces[trace].minuteOf[q] = m}})
         = State.curve[m]

TraceInit ==
  /\ trace \in 1..Len(Traces)
  /\ line = 0
  /\ world = [types |-> [p \in All |-> IF p \in Known THEN Traces[trace].types[p] ELSE "entry"],
              policies |-> [p \in All |-> IF p \in Known THEN Traces[trace].policies[p] ELSE "never"],
              difference |-> 0, empties |-> Traces[trace].empties]
  /\ queue = All
  /\ door = Empty
  /\ version = 0
  /\ arrived = Empty
  /\ undone = {}
  /\ sum = [f \in {"entries", "exits", "lateEntries", "lateExits"} |-> 0] @@ [curve |-> Nothing.curve]
  /\ peak = 0
  /\ work = [w \in Writers |-> Idle]

TraceNext ==
  \/ /\ line < Len(Traces[trace].states)
     /\ line' = line + 1
     /\ Upload \/ Undo
     /\ UNCHANGED trace
     /\ Seen'
  \/ /\ line = Len(Traces[trace].states)
     /\ UNCHANGED <<vars, trace, line>>

TraceBehaviour == TraceInit /\ [][TraceNext]_<<vars, trace, line>>
=============================================================================
