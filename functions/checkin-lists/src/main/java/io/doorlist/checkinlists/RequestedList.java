package io.doorlist.checkinlists;

import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.http.Call;
import io.doorlist.store.Stores;

/** A list and the definition in which it was found. */
record RequestedList(EventDefinition definition, CheckinList list) {
  /** Finds the list in the path. */
  static RequestedList of(Stores stores, Call call) {
    long id = call.id(DoorCopies.LIST_ID);
    EventDefinition definition = call.definition();
    if (definition.list(id).isEmpty()) {
      definition = stores.events().readDefinition(call.account(), call.event()).orElse(definition);
    }
    CheckinList list =
        definition.list(id).orElseThrow(() -> new NotFoundException("check-in list"));
    return new RequestedList(definition, list);
  }
}
