export type StreamEvent = {
  name: string
  data: string
  /** Null when the event has no id, so the stream cannot resume after it. */
  id: string | null
}

/** A carriage return ends a line only when the next character is there: its line feed may be in the next chunk. */
const LINE_END = /\r\n|\n|\r(?=[^])/

/** Takes text/event-stream in pieces of any size; returns the complete events. */
export function createEventParser(): (text: string) => StreamEvent[] {
  let rest = ''
  let isBegun = false
  let fields = { name: '', id: null as string | null, data: [] as string[] }

  function takeLine(line: string): StreamEvent | null {
    if (line === '') {
      const { name, id, data } = fields
      fields = { name: '', id: null, data: [] }
      return data.length > 0 ? { name: name || 'message', data: data.join('\n'), id } : null
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    // A comment has an empty field name. Ignore other fields.
    if (field === 'data') fields.data.push(value)
    if (field === 'event') fields.name = value
    if (field === 'id' && !value.includes('\0')) fields.id = value
    return null
  }

  return (text) => {
    rest += isBegun ? text : text.replace(/^\uFEFF/, '')
    isBegun ||= text !== ''
    const events: StreamEvent[] = []
    for (let end = LINE_END.exec(rest); end; end = LINE_END.exec(rest)) {
      const event = takeLine(rest.slice(0, end.index))
      rest = rest.slice(end.index + end[0].length)
      if (event) events.push(event)
    }
    return events
  }
}
