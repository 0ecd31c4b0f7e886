package io.doorlist.store.checkin;

import io.doorlist.domain.QrCode;
import io.doorlist.domain.TypedCodes;
import io.doorlist.door.ScannedCode;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Which codes the text of a scan may mean, and which one of them it does mean. */
record MeantCode(ScanRequest request, String text) {
  /** Returns the keys of all codes that the text may mean, the whole text first. */
  List<Key> keys() {
    return keys(ScannedCode.all(text, each -> Normalizer.normalize(each, Normalizer.Form.NFC)));
  }

  /**
   * Returns the keys of the codes that a typed text may mean if no ticket or order has the text
   * itself.
   */
  List<Key> typedKeys() {
    return keys(TypedCodes.all(text));
  }

  private List<Key> keys(Collection<String> codes) {
    return codes.stream().filter(QrCode::canBeAsked).map(request::qr).toList();
  }

  /**
   * Returns the item of the code that the text means. Other meanings count only if no ticket or
   * order has the whole text as its code.
   */
  Item among(Map<Key, Item> found) {
    return keys().stream().map(found::get).filter(this::isCode).findFirst().orElseGet(Item::new);
  }

  /**
   * Returns the item of the code that a typed text means. If the text may mean several codes, the
   * item is of the kind {@link CodeItems#SEVERAL}.
   */
  Item amongTyped(Map<Key, Item> found) {
    List<Item> meant = new ArrayList<>();
    for (Item each : found.values()) {
      if (isCode(each) && meant.stream().noneMatch(other -> isOfTheSame(each, other))) {
        meant.add(each);
      }
    }
    return switch (meant.size()) {
      case 0 -> new Item();
      case 1 -> meant.getFirst();
      default -> new Item().put(CodeItems.KIND, CodeItems.SEVERAL);
    };
  }

  private boolean isCode(Item item) {
    return item != null
        && (request.standsFor(item, CodeItems.TICKET) || request.standsFor(item, CodeItems.ORDER));
  }

  private static boolean isOfTheSame(Item one, Item other) {
    return one.text(CodeItems.KIND).equals(other.text(CodeItems.KIND))
        && one.number(ScanAttributes.ID) == other.number(ScanAttributes.ID)
        && one.flag(CodeItems.REVOKED) == other.flag(CodeItems.REVOKED);
  }
}
