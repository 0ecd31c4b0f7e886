// The same as React Native's own configuration, without its packages.

module.exports = {
  projectRoot: __dirname,
  resolver: {unstable_enablePackageExports: true, unstable_conditionNames: ["react-native"], sourceExts: ["js"]},
  transformer: {
    babelTransformerPath: require.resolve("./transformer.cjs"),
  },
  watchFolders: [__dirname],
};
