import type { Plugin, Rolldown } from 'vite'

type Node = Rolldown.ESTree.Node

/** Properties of an endpoint that a request needs (packages/contract/src/call.ts). */
const callProperties = new Set(['method', 'path', 'auth', 'textRequest', 'upload', 'keepsText', 'timeoutMs', 'ok'])
/** Declare endpoints of a settings root: a path and a schema. */
const rootEndpoints = new Set(['readRoot', 'replaceRoot'])
/** Declare several similar endpoints. */
const endpointMakers = new Set(['channelEndpoints', 'authenticatorOf', 'usersOf', 'act'])
/** Kinds of responses that `call` distinguishes; all others are JSON. */
const bodyKinds = new Set(['empty', 'textBody', 'binaryBody'])

/**
 * Keeps schemas that the browser does not use out of its bundle. The browser does not validate responses, so endpoints
 * lose their schemas. Top-level calls in our packages only declare things, so they are removed where nothing uses them.
 */
export function browserPackages(): Plugin {
  return {
    name: 'browser-packages',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ },
      handler(code, id) {
        const isEndpoints = /[\\/]contract[\\/]src[\\/]endpoints[\\/]/.test(id)
        const edits: Edit[] = []
        for (const statement of this.parse(code).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type === 'FunctionDeclaration') collectEdits(declaration, edits, true)
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            // `const one = { params: byId, tag }`, which several endpoints share
            if (isEndpoints) stripProperties(init, (name) => name === 'params' || name === 'query', edits)
            if (init) collectEdits(init, edits)
          }
        }
        // Lines stay the same, so that the source map is usable without a new one.
        return { code: applied(code, edits), map: null }
      },
    },
  }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function collectEdits(node: Node, edits: Edit[], isInFunction = false): void {
  const isInside = isInFunction || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    if (!isInside && !edits.some(({ start, end }) => start === node.start && end === start))
      edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
    if (node.callee.type === 'Identifier' && node.callee.name === 'endpoint') {
      stripEndpoint(node.arguments[0], edits)
      return
    }
    if (node.callee.type === 'Identifier' && rootEndpoints.has(node.callee.name)) {
      for (const { start, end } of node.arguments.slice(1)) edits.push({ start, end, text: 'null' })
      return
    }
    // These functions create several endpoints from schemas, which have capitalized names, and titles.
    if (node.callee.type === 'Identifier' && endpointMakers.has(node.callee.name)) {
      for (const argument of node.arguments) stripProperties(argument, (name) => /^[A-Z]|^titles?$/.test(name), edits)
    }
  }
  for (const child of childrenOf(node)) collectEdits(child, edits, isInside)
}

/** Removes properties of an object literal, with the comma after them. */
function stripProperties(shape: Node | null | undefined, isUnused: (name: string) => boolean, edits: Edit[]): void {
  if (shape?.type !== 'ObjectExpression') return
  for (const [index, property] of shape.properties.entries())
    if (property.type === 'Property' && property.key.type === 'Identifier' && isUnused(property.key.name))
      edits.push({ start: property.start, end: shape.properties[index + 1]?.start ?? property.end, text: '' })
}

function stripEndpoint(shape: Node | undefined, edits: Edit[]): void {
  stripProperties(shape, (name) => !callProperties.has(name), edits)
  if (shape?.type !== 'ObjectExpression') return
  for (const property of shape.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    if (property.key.name !== 'ok' || property.value.type !== 'ObjectExpression') continue
    for (const answer of property.value.properties)
      if (answer.type === 'Property' && !(answer.value.type === 'Identifier' && bodyKinds.has(answer.value.name)))
        edits.push({ start: answer.value.start, end: answer.value.end, text: 'null' })
  }
}

function* childrenOf(node: Node): Iterable<Node> {
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield child
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Edits from the end, so that earlier positions stay valid. Edits within a replaced range are dropped, and its line breaks are kept. */
function applied(code: string, edits: readonly Edit[]): string {
  const isWithin = (inner: Edit, outer: Edit) =>
    outer !== inner && outer.end > outer.start && outer.start <= inner.start && inner.end <= outer.end
  return edits
    .filter((edit) => !edits.some((other) => isWithin(edit, other)))
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: replaced }) => {
      const lineBreaks = text.slice(start, end).replaceAll(/[^\n]/g, '')
      return text.slice(0, start) + replaced + lineBreaks + text.slice(end)
    }, code)
}
