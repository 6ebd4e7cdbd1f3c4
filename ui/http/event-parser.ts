export type StreamEvent = {
  name: string
  data: string
  /** Null where the event has none of its own: it is nothing to resume after. */
  id: string | null
}

/** Ends at a carriage return only once the next character is there: the line feed after it may be in the next chunk. */
const LINE_END = /\r\n|\n|\r(?=[^])/

/** Takes text/event-stream in pieces of any size; gives back the events that are complete. */
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
    // A comment has an empty field, and other fields mean nothing to us.
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
