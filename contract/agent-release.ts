/** What an agent calls itself, by its release. */
export const agentVersion = (number: string) => `yuxian-agent ${number}`

/** The text that an operator signs. It binds the number to the content, so that an old file cannot pass as a new one. */
export const signedText = ({ number, sha256 }: { number: string; sha256: string }) =>
  `${agentVersion(number)} ${sha256}\n`
