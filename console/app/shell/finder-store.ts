import { createSpotlight } from '@mantine/spotlight'

const [store, { open, close }] = createSpotlight()

export const finderStore = { store, open, close }
