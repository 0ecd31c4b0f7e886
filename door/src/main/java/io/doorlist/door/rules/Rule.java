package io.doorlist.door.rules;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The shop's rule of a list. A rule that is not understood lets nobody in and says why.
 *
 * <p>Implementation notes. Operators and variables mean the same as in pretix, whose lists are
 * imported. {@code tools/pretix/run rules} compares both. As in pretix, all operands are evaluated.
 * So one that cannot be compared refuses the ticket, wherever it stands.
 */
public final class Rule {
  private static final int MAX_LENGTH = 20_000;

  private final Term term;
  private final String unknown;

  private Rule(Term term, String unknown) {
    this.term = term;
    this.unknown = unknown;
  }

  /** Reads a rule, which is a JSON object with one operator. */
  public static Rule of(String json) {
    return orUnknown(() -> read(json));
  }

  /** Makes a rule of JSON that has already been parsed. */
  static Rule of(Object logic) {
    return orUnknown(() -> new Rule(RuleReader.read(logic), null));
  }

  private static Rule orUnknown(Supplier<Rule> read) {
    try {
      return read.get();
    } catch (UnknownRuleException e) {
      return new Rule(null, e.getMessage());
    }
  }

  /** Reads a rule. Throws an {@link UnknownRuleException} if it is not understood. */
  public static Rule read(String json) {
    if (json.length() > MAX_LENGTH) {
      throw new UnknownRuleException("it is longer than " + MAX_LENGTH + " characters");
    }
    return new Rule(RuleReader.read(RuleText.read(json)), null);
  }

  /** Returns the part of the rule that is not understood. It is empty if all is understood. */
  public Optional<String> unknown() {
    return Optional.ofNullable(unknown);
  }

  /**
   * Returns the rules that a scan does not meet. The result is empty if the rule lets the guest in.
   */
  public List<UnmetRule> judge(RuleFacts facts) {
    if (term == null) {
      return List.of(UnmetRule.named(UnmetRule.Kind.NOT_UNDERSTOOD, List.of(unknown)));
    }
    Evaluation evaluation = new Evaluation(facts);
    try {
      return Comparisons.truth(evaluation.value(term))
          ? List.of()
          : new NearestUnmetRule(evaluation).of(term);
    } catch (Comparisons.Incomparable e) {
      return List.of(UnmetRule.of(UnmetRule.Kind.OTHER));
    }
  }
}
