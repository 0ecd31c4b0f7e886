const {transformSync} = require("@babel/core");

/** Transforms a file as React Native does for Hermes. */
module.exports.transform = ({filename, src, options}) => {
  const {ast} = transformSync(src, {
    ast: true,
    babelrc: false,
    code: false,
    configFile: false,
    filename,
    presets: [[require("@react-native/babel-preset"), {unstable_transformProfile: "hermes-stable", dev: options.dev}]],
    sourceType: "module",
  });
  return {ast};
};
