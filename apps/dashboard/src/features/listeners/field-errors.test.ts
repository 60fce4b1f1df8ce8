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
  it('is told at the address, whatever words the broker has for a port in use', () => {
    const erlang = '{failed_to_start,"tcp:e2(127.0.0.1:1883) : {shutdown,{failed_to_start_child,listener,eaddrinuse}}"}'
    expect(read('BAD_REQUEST', erlang)).toMatchObject({ path: 'bind', reason: formMessages.en.faults.portInUse })
  })
  it('is told at the name when there is one already', () => {
    expect(read('BAD_LISTENER_ID', 'Already Exist')).toMatchObject({ path: 'name' })
  })
  it('names the field of the form and no other, though the listener is called like one', () => {
    const message = JSON.stringify({ kind: 'validation_error', path: 'listeners.ssl.zone.bind', reason: 'no' })
    expect(read('BAD_REQUEST', message)).toMatchObject({ path: 'bind', reason: 'no' })
  })
  it('stays as it is when it is about something else', () => {
    expect(read('BAD_REQUEST', 'something')).toBe('something')
  })
})
