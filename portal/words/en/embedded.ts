import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/embedded.ts'

export default {
  usageAbout: 'Where your data went, day by day',
  helpDead: 'Nothing loads',
  helpWrite: 'Write to support',
  helpNews: 'New answer',
  helpFailed: 'This did not load. Close it and open it again.',
  serviceAbout: 'Common questions and how to reach us',
  agreementAbout: 'Good to know before you use the service',
  tutorialAbout: 'Your setup links are in',
  tutorialLines: 'My lines',
  messageAbout: 'Maintenance, new servers and offers',
  frameTitle: 'Page: {{name}}',
  reload: 'Reload',
  openWindow: 'Open in a new window',
  windowBlocked: 'Your browser blocked the new window. Please allow pop-ups and try again',
  configTitle: 'Could not load the address of this page',
  configText: 'The network may be slow. Please try again, or contact support if it keeps happening.',
  addressTitle: 'This page cannot be opened right now',
  addressText: 'Your reseller set an address that is not safe to show, so we did not open it. Please let them know.',
  ticketTitle: 'Could not prepare the page',
  slowTitle: 'This is taking a while',
  slowText: 'The other site may be busy, or may not allow being shown here. Try again, or open it in a new window.',
  nothingSeen: 'Nothing to see? The other site may not allow being shown here.',
  blockedTitle: 'This page cannot be shown here',
  blockedText: 'It leads to another site. Please open it in a new window.',
} satisfies Translation<typeof source>
