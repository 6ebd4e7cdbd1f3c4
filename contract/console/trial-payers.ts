/** Who bears the wholesale price of a trial. A file of its own: the first screen of the console loads the other choices. */
export const trialPayers = ['reseller', 'platform'] as const
