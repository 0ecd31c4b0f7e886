package io.doorlist.checkinlists;

import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.http.Call;
import java.util.List;
import java.util.Optional;

/** A requested list, and the event definition in which it was found. */
record RequestedList(EventDefinition definition, CheckinList list) {
  static final String ID = "checkin_list_id";

  static RequestedList of(CheckinListStores stores, Call call) {
    long id = call.id(ID);
    return call.definition().list(id).isPresent()
        ? new RequestedList(call.definition(), call.definition().list(id).get())
        : current(stores, call);
  }

  /**
   * Reads the definition anew. Operations that write orders need this, as a remembered definition
   * may be old.
   */
  static RequestedList current(CheckinListStores stores, Call call) {
    EventDefinition definition =
        stores.events().readDefinition(call.account(), call.event()).orElse(call.definition());
    CheckinList list =
        definition.list(call.id(ID)).orElseThrow(() -> new NotFoundException("check-in list"));
    return new RequestedList(definition, list);
  }

  Event event() {
    return definition.event();
  }

  interface StoredVersion {
    Optional<String> find(String account, String event, long list, Mode mode);
  }

  static List<String> version(Call call, StoredVersion stored) {
    return stored.find(call.account(), call.event(), call.id(ID), call.mode()).stream().toList();
  }

  /** Returns the same as {@link #version}, but checks first that the requested page is valid. */
  static List<String> pageVersion(Call call, StoredVersion stored) {
    call.query().page();
    return version(call, stored);
  }
}
