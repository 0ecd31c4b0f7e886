package io.doorlist.acceptance;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test of the contract over HTTP, with the one service of the run. */
@ExtendWith(Service.Provider.class)
abstract class ContractTest {
  Service service;
  SharedData world;

  @BeforeEach
  final void meet(Service service) {
    this.service = service;
    this.world = service.world;
  }

  /** Returns the answer of a GET that succeeds. */
  final Answer get(String path, String token) {
    return service.client.expect(200, Call.get(path).by(token));
  }
}
