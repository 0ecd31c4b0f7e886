// Draws every screen of the scanner from states that are made up: the same templates, styles and
// words, without a door. Gallery.java keeps the page's own script away.

async (language) => {
  const [{render}, {Screens}, {view}, {ago, loud, quantity, say, speak}, words] = await Promise.all(
    ["lit-html.js", "screens.js", "view.js", "language.js", "words.js"].map(load),
  );
  await speak(language);

  const now = Date.now();
  const door = {};
  const state = () => ({
    verdict: undefined, group: undefined, doubles: [], queue: {length: 0, setAside: 0}, recent: [], lists: [],
    copies: {type: (slug) => ({name: slug}), full: false}, copy: {at: now - 125_000}, building: 0,
    figures: {in: 1234, of: 5678, now: false}, list: {id: "1", name: "Familieneingang/Kinderwagen"},
    pairing: {account: "demo", event: "summer-festival", list: "1"}, tracked: true, leaving: false, away: 0,
    access: {name: "Gate 2", events: null, mode: "test", role: "desk"}, role: "desk", reached: true, refused: false,
    busy: false, full: false, erased: true, lost: [], db: {down: false},
  });
  const shown = {
    screen: "scan", sheet: "", problem: "", camera: "on", hasLight: true, hasOther: true, update: false,
        found: undefined,
    history: undefined, tested: undefined, offer: undefined, events: [], counts: {}, theme: "auto",
    backs: [], device: "",
  };
  const page = new Screens(door, new Proxy({}, {get: () => () => {}}));
  const show = (state_, view_) => {
    Object.assign(door, state(), state_);
    Object.assign(view, shown, view_);
    render(page.screen(), document.getElementById("app"));
  };

  const who = {name: "Ada Lovelace", reference: "K7QX2-1"};
  const checkin = {ticket: who, scanned_by: "Gate 2", created_at: new Date(now - 4_000_000).toISOString()};
  const undo = {list: "1", code: "1"};
  const after = Date.UTC(2099, 0, 1, 10);
  const more = {doors: ["Familieneingang/Kinderwagen", "مدخل العائلات"], from: after, until: Date.UTC(2020, 0, 1, 10)};
  const missing = [{kind: "at_most", counted: "entries_today", number: 1, at: null, names: [], days: []}];
  const refused = (reason) => () => words.refusal(reason, {...more, explanation: "only once a day", missing});
  const group = [quantity(2, "Adult"), quantity(1, "Child")].join(" · ");
  const wait = (word, detail, advice) => () => ({kind: "wait", word: loud(word), detail: say(detail),
      advice: say(advice)});
  const verdicts = {
    in: () => ({kind: "in", word: say("in"), ...who, type: "Day", note: "Check ID", attention: true, undo}),
    noted: () => ({kind: "in", word: say("in"), ...who, type: "Day", shown: "Tisch: 7 · Firma: Example GmbH",
      note: say("noteAtDesk"), undo}),
    many: () => ({kind: "in", word: say("manyIn", {n: 3}), type: group, detail: say("moreOfGroup", {n: 2}), undo}),
    again: () => ({...words.againIn(), ...who, undo}),
    offline: () => ({kind: "in", word: say("in"), ...who,
        band: `${say("noNetwork")} ${say("byCopy", {ago: ago(240)})}`}),
    already: () => ({...who, ...words.already({checkin, seconds_since: 4_000}, undefined)}),
    inside: () => words.already({checkin, inside_since: checkin.created_at, checkin_list: {name: "Gate 1"}}, undefined,
        () => {}),
    allIn: () => words.ALL_IN,
    wrong_list: refused("wrong_list"), too_early: refused("too_early"), too_late: refused("too_late"),
    revoked: refused("revoked"), void: refused("void"), blocked: refused("blocked"),
    order_not_confirmed: refused("order_not_confirmed"), ambiguous: refused("ambiguous"), rules: refused("rules"),
    other: refused("other"),
    unknown: () => words.UNKNOWN,
    notInCopy: () => ({...words.UNKNOWN, detail: say("notInCopy"), advice: say("maybeNewer")}),
    slow: () => words.refused(429, {}, undefined),
    failed: () => words.refused(422, {}, undefined),
    asking: () => words.ASKING,
    locked: () => words.LOCKED,
    full: () => words.PHONE_FULL,
    doorGone: () => words.DOOR_GONE,
    noAnswer: wait("noAnswerStatus", "slow", "nobodyInAgain"),
    stored: () => ({kind: "wait", word: loud("noAnswerStatus"), detail: `${say("slow")} ${say("storesNothing")}`,
        advice: say("nobodyInAgain"), act: () => {}, actWord: say("tryAgain")}),
    noTicket: () => words.PAIRING_CODE,
    undone: () => ({kind: "undone", word: say("undone"), ...who, band: say("notSent"), detail: say("mayComeAgain")}),
    out: () => ({...words.outBy({was_inside: true, ...who, ticket_type: "Day"}), undo: {...undo, kind: "EXIT"}}),
    isThisExit: () => ({...words.out(false), advice: say("isThisExit"), act: () => {}, actWord: say("asEntrance")}),
    keyboard: () => ({...words.UNKNOWN, advice: say("checkKeyboard"), scanner: true}),
  };

  const remaining = {Adult: 2, "Kinderwagen-Begleitung": 1};
  const ticket = (state_, more_) => ({...who, ticket_type: "Day", state: state_, checked_in: [], ...more_});
  const found = {more: true, tickets: [ticket("void"), ticket("blocked", {name: null}), ticket("valid"),
      ticket("pending", {checked_in: [{checkin_list_id: 1, created_at: checkin.created_at}]})]};
  const events = ["check_in", "entry", "exit", "undo", "wrong", "refusal"].map((type) => ({
    type, explained: type !== "wrong", reason: type === "refusal" ? "not_undone" : null, undone: type === "exit",
        door_time: checkin.created_at,
    checkin_list: {name: "Gate 1"}, scanned_by: "Gate 2"}));
  const double = {at: now, reason: "not_undone", reference: "K7QX2-1", by: "Gate 3"};
  const choices = [{id: "1", slug: "a", name: "Familieneingang/Kinderwagen", title: "Sommerfest"}];
  const screens = {
    ...Object.fromEntries(["off", "refused", "none", "lost", "on"].map((camera) => [`camera ${camera}`, [{},
        {camera}]])),
    pair: [{}, {screen: "pair", camera: "refused", problem: say("linkElsewhere", {host: "door.example.org"})}],
    offer: [{}, {screen: "offer", offer: {pairing: {account: "acme", event: "gala"}, access: {name: "Gate 9"},
        wrong: ""}}],
    "wrong offer": [{}, {screen: "offer", offer: {wrong: say("linkDead")}}],
    events: [{}, {screen: "event", events: choices, problem: say("sendFirst")}],
    doors: [{lists: choices}, {screen: "list"}],
    forgotten: [{}, {screen: "forgotten"}],
    erasing: [{erased: false}, {screen: "forgotten"}],
    "too old": [{}, {screen: "lacking", problem: say("tooOld")}],
    http: [{}, {screen: "lacking", problem: say("plainHttp")}],
    "nothing kept": [{}, {screen: "lacking", problem: say("nothingKept")}],
    away: [{reached: false, queue: {length: 12, setAside: 0}}, {}],
    "locked phone": [{refused: true, copy: undefined, building: 1_234}, {camera: "off"}],
    "no copy": [{copy: undefined, figures: {in: undefined, of: undefined}}, {}],
    leaving: [{leaving: true, figures: {in: 12, now: true}}, {}],
    "leaving with notices": [{leaving: true, doubles: [double], queue: {length: 1, setAside: 1}, full: true,
        reached: false},
        {update: true, camera: "off"}],
    "leaving without a copy": [{leaving: true, copy: undefined, refused: true}, {}],
    notices: [{doubles: [double], queue: {length: 1, setAside: 1}, full: true}, {update: true, camera: "none"}],
    "lost scans": [{lost: [now - 900_000, now - 60_000, now]}, {}],
    "nothing stored": [{db: {down: true}}, {}],
    "more notices": [{away: 125_000, reached: false, doubles: [double, double, {...double, reason: "withdrawn"}],
        queue: {length: 3, setAside: 3}}, {camera: "refused"}],
    "a group": [{group: {remaining}}, {}],
    "a group that leaves": [{leaving: true, group: {remaining, leaving: true}}, {counts: {Adult: 1}}],
    "all of a group leave": [{leaving: true, group: {remaining, leaving: true}}, {}],
    "nobody of a group leaves": [{leaving: true, group: {remaining: {Adult: 2}, leaving: true}}, {counts: {Adult: 0}}],
    "a group of others": [{group: {remaining, problem: say("groupOthers")}}, {counts: {Adult: 1}}],
    "a group of too many": [{group: {remaining, problem: say("groupTooMany", {n: 97})}}, {counts: {Adult: 1}}],
    "a group without an answer": [{group: {remaining: {Adult: 0, Child: 2}, problem: say("groupNoAnswer")}},
        {counts: {Child: 0}}],
    menu: [{}, {sheet: "menu"}],
    cameras: [{}, {sheet: "menu", device: "2", backs: [{id: "1", name: "camera2 0, facing back"}, {id: "2",
        name: ""}]}],
    recent: [{recent: Object.values(verdicts).map((each) => ({...each(), at: now}))}, {sheet: "recent"}],
    "nothing recent": [{}, {sheet: "recent"}],
    search: [{}, {sheet: "search", found, history: {reference: who.reference, events}}],
    "no search": [{}, {sheet: "search", problem: say("mayNotSearch")}],
    "a hand scanner": [{}, {sheet: "scanner", tested: {text: "httpsÖ--tickets.example.org-t-",
        keys: "https://tickets.example.org/t/"}}],
    forget: [{}, {sheet: "forget"}],
    "forget scans": [{queue: {length: 3, setAside: 0}}, {sheet: "forget"}],
  };

  window.gallery = {
    screens: [...Object.keys(verdicts), ...Object.keys(screens)],
    words: Object.values(verdicts).map((each) => each().word),
    show: (name) => (name in verdicts ? show({verdict: verdicts[name]()}, {}) : show(...screens[name])),
  };
}
