// Links from before August 2017 had a #: {app_url}/#/f/<form>/ and {app_url}/#/e/<entry>/?b=... . They lead on.
// Only the two shapes that existed are followed: nothing else after # may steer a browser. [fill-links.old]
const [, path] = /^#(\/(?:f|e|c)\/[0-9a-fA-F]{24}\/?(?:\?.*)?)$/.exec(location.hash) ?? [];
if (path !== undefined) location.replace(path);
