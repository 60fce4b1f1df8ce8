import * as z from 'zod'
import { inlineBody, response, string, withDefault } from '../fields/index.ts'

const username = () => string({ maxLength: 100 })
const password = () => string({ maxLength: 100 })
const role = () => withDefault(string(), 'administrator')

/** A dashboard user. `role` and `backend` are missing in the open-source edition. */
export const User = response({
  username: z.string().meta({ maxLength: 100 }),
  description: z.string(),
  role: z.string().meta({ default: 'administrator' }).optional(),
  backend: z.string().optional(),
})
export type User = z.infer<typeof User>

export const NewUser = inlineBody({ username: username(), password: password(), role: role(), description: string() })
export type NewUser = z.infer<typeof NewUser>

/** A missing role keeps its value: changing the description must not promote a viewer. */
export const UserChange = inlineBody({ role: string().optional(), description: string() })
export type UserChange = z.infer<typeof UserChange>

export const PasswordChange = inlineBody({ old_pwd: string(), new_pwd: string() })
export type PasswordChange = z.infer<typeof PasswordChange>
