package io.doorlist.acceptance.service;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test of the contract over HTTP, with the one service of the run. */
@ExtendWith(Service.Provider.class)
public abstract class ContractTest {
  public Service service;
  public SharedData world;

  @BeforeEach
  protected final void meet(Service service) {
    this.service = service;
    this.world = service.world;
  }

  /** Returns the answer of a GET that succeeds. */
  protected final Answer get(String path, String token) {
    return service.client.expect(200, Call.get(path).by(token));
  }
}
