// Whether a form will need what only some forms do, so that a page loads it only then: what compiles patterns (simple-pattern.ts) and remote
// validators, fields with more to them than their type (src/fields/preset.ts), and answers in words (answers/answers-in-texts.ts).
// Each looks at the formSchema as JSON: a text is searched in a fraction of the time that a walk through the definition takes.

/** Each may be true for a form that only mentions the words; never false for one that has them. */
export const usesPatterns = (json: string) => json.includes('"str/pattern"');
export const usesRemotes = (json: string) => json.includes('"remote"');
/** Or texts that may show answers in words, `{{ answers.country }}`: both are rare, and come together. */
export const usesQuestionKinds = (json: string) =>
  /"(str\/phone|otherOption|ranked|inputStyle|optionPictures|rate(Style|Min|Low|High))"|answers/.test(json);
/** A template, or a text in a property that begins as those which may be expressions do: usesExpressions looks closer. */
export const mayUseExpressions = (json: string) => /\{\{|"(re|val|eq|comp|op|qs)\w*":"/.test(json);
/** A function whose value changes with the time. */
export const mentionsTime = (json: string) => /(?<![a-z])(now|today|age)\s*\(/i.test(json.replaceAll(/\\[nrt]/g, ' '));
