// Replaces the packages of Algolia, whose search the theme imports and this site does not show.
export default () => {};
