// The money that desks took, by device.

import {html} from "./lit-html.js";
import {say} from "./language.js";
import {money} from "./desk-amounts.js";

/** @param {import("./api.js").Schemas["Takings"][]} all */
export function takings(all) {
  return html`
    <section class="takings" aria-label=${say("payments", {n: all.reduce((sum, {payments}) => sum + payments, 0)})}>
      <ul class="facts">
        ${all.map((each) => html`<li><bdi>${each.name ?? say("namelessPhone")}</bdi>: ${say("payments", {
          n: each.payments})} · <b>${money(each.amount, each.currency)}</b></li>`)}
      </ul>
    </section>`;
}
