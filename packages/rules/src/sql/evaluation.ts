/** A compiled part of a rule, which is evaluated for each run. */
export type Evaluate<State, Result> = (state: State) => Result | Promise<Result>

/**
 * Combines compiled parts. There is a synchronous and an asynchronous implementation, so that rules without
 * asynchronous functions run synchronously.
 */
export interface Evaluation {
  readonly isAsync: boolean
  readonly one: <S, A, R>(a: Evaluate<S, A>, join: (a: A, state: S) => R | Promise<R>) => Evaluate<S, R>
  readonly two: <S, A, B, R>(
    a: Evaluate<S, A>,
    b: Evaluate<S, B>,
    join: (a: A, b: B) => R | Promise<R>,
  ) => Evaluate<S, R>
  /** Evaluates all parts in order. */
  readonly all: <S, A, R>(
    parts: readonly Evaluate<S, A>[],
    join: (values: A[], state: S) => R | Promise<R>,
  ) => Evaluate<S, R>
  /** Evaluates the first part, then the part that `choose` returns. */
  readonly next: <S, A, R>(a: Evaluate<S, A>, choose: (a: A, state: S) => Evaluate<S, R>) => Evaluate<S, R>
  /** Evaluates the part for each item in order, with a state per item. Undefined results are omitted. */
  readonly each: <S, A, R>(
    items: Evaluate<S, readonly A[]>,
    stateOf: (item: A, state: S) => S,
    body: Evaluate<S, R | undefined>,
  ) => Evaluate<S, R[]>
  /** The result of a function. Throws if it is a promise and must not be one. */
  readonly settled: <T>(answer: T | Promise<T>) => T | Promise<T>
  /** Converts errors. */
  readonly guard: <S, R, E>(part: Evaluate<S, R>, caught: (error: unknown) => E) => Evaluate<S, R | E>
}

/** For statements without asynchronous functions. */
export const direct: Evaluation = {
  isAsync: false,
  one: (a, join) => (state) => join(now(a(state)), state),
  two: (a, b, join) => (state) => join(now(a(state)), now(b(state))),
  all:
    <S, A, R>(parts: readonly Evaluate<S, A>[], join: (values: A[], state: S) => R | Promise<R>) =>
    (state: S) => {
      const values: A[] = []
      for (const part of parts) values.push(now(part(state)))
      return join(values, state)
    },
  next: (a, choose) => (state) => choose(now(a(state)), state)(state),
  each: (items, stateOf, body) => (state) => {
    const results = []
    for (const item of now(items(state))) {
      const result = now(body(stateOf(item, state)))
      if (result !== undefined) results.push(result)
    }
    return results
  },
  settled: (answer) => {
    if (answer instanceof Promise) throw new Error('A function answers a promise without saying so')
    return answer
  },
  guard: (part, caught) => (state) => {
    try {
      return now(part(state))
    } catch (error) {
      return caught(error)
    }
  },
}

/** For statements with asynchronous functions. Parts never run in parallel. */
export const awaited: Evaluation = {
  isAsync: true,
  one: (a, join) => async (state) => join(await a(state), state),
  two: (a, b, join) => async (state) => join(await a(state), await b(state)),
  all: (parts, join) => async (state) => {
    const values = []
    for (const part of parts) values.push(await part(state))
    return join(values, state)
  },
  next: (a, choose) => async (state) => choose(await a(state), state)(state),
  each: (items, stateOf, body) => async (state) => {
    const results = []
    for (const item of await items(state)) {
      const result = await body(stateOf(item, state))
      if (result !== undefined) results.push(result)
    }
    return results
  },
  settled: (answer) => answer,
  guard: (part, caught) => async (state) => {
    try {
      return await part(state)
    } catch (error) {
      return caught(error)
    }
  },
}

/** `settled` has already rejected promises. */
const now = <T>(value: T | Promise<T>): T => value as T
