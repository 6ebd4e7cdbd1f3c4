import type { Translation } from '../words.ts'
import type source from '../zh-cn/embedded.ts'

export default {
  usageAbout: 'Where your traffic went, day by day',
  serviceAbout: 'Common questions and ways to reach us',
  agreementAbout: 'Good to know before you use the service',
  tutorialAbout: 'Your import links are in',
  tutorialLines: 'My lines',
  messageAbout: 'Maintenance, new nodes and offers',
  frameTitle: 'Page: {{name}}',
  reload: 'Reload',
  openWindow: 'Open in a new window',
  windowBlocked: 'The browser stopped the new window. Please allow pop-ups and try again',
  configTitle: 'The address of this page could not be loaded',
  configText: 'The network may be slow. Please try again, and ask support if it stays like this.',
  addressTitle: 'This page cannot be opened for now',
  addressText: 'The address your reseller has set is not safe to show, so it was not opened. Please let them know.',
  ticketTitle: 'The page could not be prepared',
  slowTitle: 'The page has not appeared yet',
  slowText: 'The other site may be busy, or may not allow being shown here. Try again, or open it in a new window.',
  blockedTitle: 'This page cannot be shown here',
  blockedText: 'It leads to another site. Please open it in a new window.',
} satisfies Translation<typeof source>
