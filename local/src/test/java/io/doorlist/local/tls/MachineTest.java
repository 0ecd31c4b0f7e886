package io.doorlist.local.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.tls.Machine.Card;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 32: phones were sent to the address of a bridge for containers. */
class MachineTest {
  @Test
  void addresses_ofCardsComeFirst_andOfThosePrivateOnes() throws Exception {
    List<Card> cards =
        List.of(
            card("docker0", false, "172.17.0.1"),
            card("tun0", true, "10.8.0.2"),
            card("eth0", false, "203.0.113.7", "192.168.1.20"),
            card("wlp3s0", false, "192.168.1.3"));

    assertEquals(
        List.of("192.168.1.20", "192.168.1.3", "203.0.113.7", "10.8.0.2", "172.17.0.1"),
        Machine.sorted(cards).stream().map(InetAddress::getHostAddress).toList());
  }

  @Test
  void whatLeadsElsewhere_isKnownByItsName() throws Exception {
    String elsewhere =
        "docker0,br-5f2c1e,virbr0,vmnet8,vboxnet0,bridge100,utun3,wg0,podman1,tailscale0,"
            + "eth5 Hyper-V Virtual Ethernet Adapter,ethernet_3 vEthernet (WSL)";
    String here = "wlan0,wlp3s0,en0,eth0,br0,wifi,wlx00c0ca,eth2 Intel(R) Wi-Fi";

    for (String name : elsewhere.split(",")) {
      assertTrue(card(name, false, "192.168.1.1").elsewhere(), name);
    }
    for (String name : here.split(",")) {
      assertFalse(card(name, false, "192.168.1.1").elsewhere(), name);
    }
  }

  private static Card card(String name, boolean inside, String... addresses)
      throws UnknownHostException {
    List<InetAddress> all = new ArrayList<>();
    for (String each : addresses) {
      all.add(InetAddress.getByName(each));
    }
    return new Card(name, inside, all);
  }
}
