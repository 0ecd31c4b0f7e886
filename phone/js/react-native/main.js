import "./surroundings.js";
import {evening} from "./app.js";

evening().then(
  () => print("done"),
  (error) => {
    print(`react-native: ${error.stack}`);
    quit(1);
  },
);
