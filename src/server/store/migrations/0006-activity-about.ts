// Whom an activity is about, where that is not the one who acted: a colleague who was added or removed.
export const activityAbout = {
  number: 6,
  name: 'activity-about',
  sql: `
alter table activity_log add column about text;
`,
};
