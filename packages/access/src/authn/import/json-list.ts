export interface JsonListReader {
  /** The elements that the text completes. @throws {Error} if it is not a JSON list */
  read(text: string): unknown[]
  /** @throws {Error} when the list did not end */
  end(): void
}

/** Reads a JSON list in pieces of any length, element by element: parsing it as a whole would block the process. */
export function createJsonListReader(): JsonListReader {
  let state: 'before' | 'inside' | 'after' = 'before'
  let depth = 0
  let isString = false
  let isEscaped = false
  let element = ''

  function finish(elements: unknown[]): void {
    if (element.trim() !== '') elements.push(JSON.parse(element))
    element = ''
  }

  function take(char: string, elements: unknown[]): void {
    if (state !== 'inside') {
      if (/[\s\ufeff]/.test(char)) return
      if (state === 'after' || char !== '[') throw new Error('must be an array of objects')
      state = 'inside'
      return
    }
    if (depth === 0 && !isString && (char === ',' || char === ']')) {
      finish(elements)
      if (char === ']') state = 'after'
      return
    }
    element += char
    if (isString) {
      if (isEscaped) isEscaped = false
      else if (char === '\\') isEscaped = true
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }

  return {
    read(text) {
      const elements: unknown[] = []
      for (const char of text) take(char, elements)
      return elements
    },
    end() {
      if (state !== 'after') throw new Error('the array is not closed')
    },
  }
}
