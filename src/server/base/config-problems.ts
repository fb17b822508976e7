// Everything that is wrong with the settings, not only the first, and the configuration that is left without it: for
// `formstead doctor`, which goes on with the rest. [running.doctor.settings]
import { type Config, readConfig } from './config.ts';
import { ConfigError, type SettingName, type Settings } from './settings.ts';

export interface ReadableConfig {
  readonly config: Config;
  /** One message for each. */
  readonly problems: readonly string[];
  /** Settings that were left out to get past the problems. */
  readonly leftOut: ReadonlySet<SettingName>;
}

export function readWithoutProblems(given: Settings): ReadableConfig {
  const settings = { ...given };
  const problems: string[] = [];
  const leftOut = new Set<SettingName>();
  for (;;) {
    try {
      return { config: readConfig(settings), problems, leftOut };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      // What is missing only because it was left out here is not another problem.
      const isConsequence = error.settings.some((name) => leftOut.has(name));
      if (!isConsequence) problems.push(error.message);
      const before = Object.keys(settings).length;
      for (const name of error.settings.flatMap(withFile)) {
        leftOut.add(name);
        delete settings[name];
      }
      // An error that no setting explains would come again for ever.
      if (Object.keys(settings).length === before) throw error;
    }
  }
}

/** A secret comes from the setting itself or from its file. */
function withFile(name: SettingName): SettingName[] {
  const plain = name.replace(/_FILE$/, '');
  return [plain as SettingName, `${plain}_FILE` as SettingName];
}
