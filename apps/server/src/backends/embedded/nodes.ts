import { AppError } from '@mqdeck/contract'

export interface NodeAnswer<T> {
  readonly node: string
  readonly answer: T
}

/** Something that every node can be asked to do. */
export interface NodeOperation<Given extends readonly unknown[], T> {
  /** Runs it on one node. @throws {AppError} (rejects) NOT_FOUND if there is no such node */
  on(node: string, ...given: Given): Promise<T>
  /** Runs it on all nodes. */
  onAll(...given: Given): Promise<readonly NodeAnswer<T>[]>
}

/** The nodes of the cluster. This process is the only one. */
export interface Nodes {
  /** Name of this node. */
  readonly own: string
  readonly names: readonly string[]
  /**
   * Defines an operation. Arguments and result must be plain data, so that they can be sent to another process.
   * @param run does it on this node
   */
  operation<Given extends readonly unknown[], T>(run: (...given: Given) => T | Promise<T>): NodeOperation<Given, T>
  /** @throws {AppError} NOT_FOUND if the path of a request names a node that does not exist */
  require(node: string): void
  /** @throws {AppError} NODE_DOWN if the filter of a list names a node that does not exist */
  requireFilter(node: string | undefined): void
}

export function createNodes(own: string): Nodes {
  const names = [own]
  const require = (node: string) => {
    if (!names.includes(node)) throw new AppError('NOT_FOUND', `Node not found: ${node}`)
  }
  return {
    own,
    names,
    operation: (run) => ({
      async on(node, ...given) {
        require(node)
        return run(...given)
      },
      onAll: async (...given) => [{ node: own, answer: await run(...given) }],
    }),
    require,
    requireFilter(node) {
      if (node !== undefined && !names.includes(node))
        throw new AppError('NODE_DOWN', `bad rpc call <<"${node}">>, Reason <<"invalid node">>`)
    },
  }
}

type Counters = Readonly<Record<string, number>>

/** The sum of each counter over all nodes. */
export function total<T extends object>(answers: readonly NodeAnswer<T>[]): T {
  const [first, ...others] = answers.map(({ answer }) => answer)
  if (!first) throw new Error('no node has answered')
  return others.reduce<T>((sum, one) => add(sum as T & Counters, one as T & Counters) as T, { ...first }) // only numbers
}

const add = (one: Counters, other: Counters): Counters =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value + (other[name] ?? 0)]))

/** The metrics of all nodes together, and of each node. */
export const toNodeMetrics = <M extends object>(answers: readonly NodeAnswer<M>[]) => ({
  metrics: total(answers),
  node_metrics: answers.map(({ node, answer }) => ({ node, metrics: answer })),
})

/** The one status that all nodes report. EMQX reports `inconsistent` if they differ. */
export function commonStatus<S extends string>(statuses: readonly S[]): S | 'inconsistent' {
  const [first] = statuses
  return first !== undefined && statuses.every((one) => one === first) ? first : 'inconsistent'
}
