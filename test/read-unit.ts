export type Unit = Record<string, string[]>

/** The settings of a systemd unit by name. A setting that occurs several times has several values. */
export function readUnit(text: string): Unit {
  const unit: Unit = {}
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Z]\w*)=(.*)$/gm)) (unit[name] ??= []).push(value)
  return unit
}
