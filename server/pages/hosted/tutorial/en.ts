import type { Tutorial } from './zh-cn.ts'

export const tutorialEn: Tutorial = {
  title: 'Tutorial',
  intro: 'Connected in three minutes. Choose your device, then follow the pictures.',
  toLines: 'Open my lines',
  pick: 'Choose your device',
  get: 'Download {name}',
  first: 'We recommend {name}',
  steps: {
    get: 'Install {name}',
    open: 'On the lines page, tap “Add to {name}”',
    on: 'Turn it on and allow the VPN the first time',
    paste: 'Copy the address on the lines page and paste it into the subscriptions of {name}',
  },
  systems: {
    ios: 'iPhone · iPad',
    android: 'Android',
    harmony: 'HarmonyOS 5 and later',
    windows: 'Windows',
    mac: 'Mac',
    linux: 'Linux',
    router: 'Router',
  },
  sections: [
    {
      heading: 'Start with these three steps',
      paragraphs: [
        'Your subscription address is your key: do not pass it on. If it leaks, reset it under “My lines” and the old one stops working at once.',
      ],
      steps: [
        'Choose a plan. Once it is paid, its lines install themselves.',
        'On the lines page, tap “Add to …”: the app then has all your lines.',
        'Switch it on in the app.',
      ],
    },
    {
      heading: 'When it does not connect',
      paragraphs: ['Go through these in order; most of the time the third one is enough.'],
      steps: [
        'Tap update in your app and try another line.',
        'Let the device set date and time by itself: a few minutes off is enough to fail.',
        'Turn off every other VPN or proxy.',
        'Look at the home page: has the plan ended, is the data used up?',
        'Still nothing? Contact support and name the device, the app and the server.',
      ],
    },
  ],
}
