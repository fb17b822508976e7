// Is this Node.js new enough? Imported first by every script; written so that a Node.js from 2020 can still read it and say so.
const needed = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Formstead needs Node.js ${needed.join('.')} or newer; this is ${process.versions.node}. Get a newer one from https://nodejs.org/.`,
  );
  process.exit(1);
}
