import type { ResourceState } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { createMemberStates } from './member-states.ts'

function createMember(status: ResourceState['status']) {
  const listeners = new Set<(state: ResourceState) => void>()
  let state: ResourceState = { status, reason: undefined, since: 0 }
  return {
    state: () => state,
    onStateChange(listener: (state: ResourceState) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(next: ResourceState['status']) {
      state = { ...state, status: next }
      for (const listener of listeners) listener(state)
    },
  }
}

test('reports the states of added and removed members and their changes', () => {
  const states = createMemberStates()
  const reported: string[] = []
  const stop = states.onChange((id, state) => reported.push(`${id} ${state?.status}`))
  const [first, second] = [createMember('stopped'), createMember('disconnected')]
  states.update([{ id: 'a', member: first }])
  first.become('connected')
  states.update([
    { id: 'b', member: second },
    { id: 'a', member: first },
  ])
  first.become('disconnected')
  expect(reported.splice(0)).toEqual(['a stopped', 'a connected', 'b disconnected', 'a disconnected'])

  // Another one in its place.
  const third = createMember('connecting')
  states.update([
    { id: 'b', member: second },
    { id: 'a', member: third },
  ])
  first.become('connected')
  expect(reported.splice(0)).toEqual(['a undefined', 'a connecting'])
  stop()
  second.become('connected')
  expect(reported).toEqual([])
})

test('members without a backend are reported once and never change', () => {
  const states = createMemberStates()
  const reported: string[] = []
  states.onChange((id, state) => reported.push(`${id} ${state?.status}`))
  states.update([{ id: 'a', member: { state: () => ({ status: 'connected', reason: undefined, since: 0 }) } }])
  states.update([])
  expect(reported).toEqual(['a connected', 'a undefined'])
})
