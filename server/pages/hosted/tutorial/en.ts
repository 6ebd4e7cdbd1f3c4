import type { Tutorial } from './zh-cn.ts'

export const tutorialEn: Tutorial = {
  title: 'Tutorial',
  intro:
    'Connected in three minutes. Get your own subscription address first, then follow the client that fits your device.',
  toLines: 'Open my lines',
  sections: [
    {
      heading: 'Start with these three steps',
      paragraphs: [
        'Your subscription address is your key: do not pass it on. If it leaks, reset it under “My lines” and the old one stops working at once.',
      ],
      steps: [
        'Choose a plan under “Buy a plan”.',
        'Pick a node close to you under “Install a line” and install it.',
        'Copy the subscription address under “My lines”, or use the import button of your client.',
      ],
    },
    {
      heading: 'Clash Verge (Mihomo) · Windows, macOS',
      paragraphs: ['The usual choice on a computer.'],
      steps: [
        'Download Clash Verge Rev from its official releases, install it and accept what the system asks.',
        'Open “Profiles”, paste the address into the field at the top and choose “Import”. Click the new card to select it.',
        'Open “Proxies”, keep the mode “Rule” and pick a node with low latency.',
        'Open “Settings” and turn on “System Proxy”. When a page opens in your browser, you are connected.',
      ],
    },
    {
      heading: 'sing-box · Android, iOS, macOS',
      paragraphs: ['Light on the battery, good to leave running on a phone.'],
      steps: [
        'Install sing-box from the app store.',
        'Open “Profiles”, create one of the type “Remote”, paste the subscription address and save.',
        'Select it on the first page and start. Allow the VPN the first time.',
      ],
    },
    {
      heading: 'Shadowrocket · iOS',
      paragraphs: ['A paid app from the App Store.'],
      steps: [
        'Tap “Import into Shadowrocket” under “My lines”, or copy the address and open the app.',
        'Tap the plus sign, choose the type “Subscribe”, paste the address and save.',
        'Pick a node, turn on the switch at the top and allow the VPN.',
      ],
    },
    {
      heading: 'v2rayNG · Android',
      paragraphs: ['Small, and fine on older phones.'],
      steps: [
        'Install v2rayNG from its official releases or the app store.',
        'Open “Subscription group setting” in the side menu, tap the plus sign, paste the address and save.',
        'Back on the first page choose “Update subscription” in the menu. Your lines appear in the list.',
        'Tap one, then the round button at the bottom right.',
      ],
    },
    {
      heading: 'Hiddify · Windows, macOS, Android, iOS',
      paragraphs: ['Looks the same everywhere; a good first client.'],
      steps: [
        'Open it, choose “New profile” and “Add from clipboard”.',
        'Tap the big button in the middle. It picks the fastest line by itself.',
        'To choose by hand, tap the name of the node below.',
      ],
    },
    {
      heading: 'Surge · iOS, macOS',
      paragraphs: ['For those who use Surge already.'],
      steps: [
        'Copy the subscription address and choose “Download profile from URL” in the list of profiles.',
        'Select the new profile and pick a node in its policy group.',
        'Turn on the main switch and allow the VPN the first time.',
      ],
    },
    {
      heading: 'When it does not connect',
      paragraphs: ['Go through these in order; most of the time the third one is enough.'],
      steps: [
        'Update the subscription in your client and try another node.',
        'Let the device set date and time by itself: a few minutes off is enough to fail.',
        'Turn off every other VPN or proxy.',
        'Look at the home page: has the plan ended, is the traffic used up?',
        'Still nothing? Contact support and name the device, the client and the node.',
      ],
    },
  ],
}
