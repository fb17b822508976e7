// The engines that are there to be driven.
import { listEngines } from '../../scripts/find-engines.mjs';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

export function installedEngines() {
  const isInstalled = (name: string) => listEngines().some((one) => one.name === name && one.isInstalled);
  const engines = [
    { name: 'Chromium', open: openChromium, isThere: true },
    { name: 'Firefox', open: openFirefox, isThere: isInstalled('Firefox') },
    { name: 'WebKit', open: openWebKit, isThere: isInstalled('WebKit') },
  ];
  return engines.filter(({ isThere }) => isThere);
}
