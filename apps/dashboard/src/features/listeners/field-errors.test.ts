import { ApiError } from '@mqdeck/contract'
import { describe, expect, it } from 'vitest'
import { toFieldError } from './field-errors.ts'
import { formMessages } from './form-messages.ts'

const read = (code: string, message: string) => {
  const error = toFieldError(new ApiError(400, { code, message }), formMessages.en)
  if (!(error instanceof ApiError)) throw new Error('no answer of the broker')
  return error.message.startsWith('{') ? JSON.parse(error.message) : error.message
}

describe('errors of the broker about a listener', () => {
  it('are shown at the address for a used port, with any wording of the broker', () => {
    const erlang = '{failed_to_start,"tcp:e2(127.0.0.1:1883) : {shutdown,{failed_to_start_child,listener,eaddrinuse}}"}'
    expect(read('BAD_REQUEST', erlang)).toMatchObject({ path: 'bind', reason: formMessages.en.faults.portInUse })
  })
  it('are shown at the name if it is already used', () => {
    expect(read('BAD_LISTENER_ID', 'Already Exist')).toMatchObject({ path: 'name' })
  })
  it('are shown at the right field even if the listener has the name of a field', () => {
    const message = JSON.stringify({ kind: 'validation_error', path: 'listeners.ssl.zone.bind', reason: 'no' })
    expect(read('BAD_REQUEST', message)).toMatchObject({ path: 'bind', reason: 'no' })
  })
  it('are unchanged if they are about something else', () => {
    expect(read('BAD_REQUEST', 'something')).toBe('something')
  })
})
