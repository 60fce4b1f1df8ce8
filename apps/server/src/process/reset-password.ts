import { openUsers } from '../backends/embedded/accounts/users.ts'
import type { Loaded } from '../start-options/load.ts'
import { hasData } from '../store/damage.ts'
import { LockedError } from '../store/lock.ts'
import { type Data, openData } from '../store/open-data.ts'
import { audited } from './audited.ts'
import { CommandError } from './command-error.ts'

/**
 * Sets a new password, revokes the user's tokens, and disables two-factor authentication, because a locked-out user may
 * have lost the device as well. The server must be stopped, because it locks the data folder.
 * @param ask for the new password; called only if the user exists
 * @param warn called for problems that do not prevent the change
 * @throws {CommandError} if the user does not exist, {@link LockedError} while the server is running, AppError if the
 *   password violates the policy; nothing is changed then
 */
export async function resetPassword(
  loaded: Loaded,
  username: string,
  ask: () => Promise<string>,
  warn: (problem: string) => void = () => {},
): Promise<{ readonly hadTwoFactor: boolean }> {
  const { settings } = loaded
  const data = await openExisting(settings.data_dir)
  try {
    const users = openUsers(data.store, settings['dashboard.default_username'])
    const user = users.get(username)
    if (!user) {
      const known = users.list().map((other) => other.username)
      throw new CommandError(
        known.length === 0
          ? `There are no users in ${data.folder} yet. The first start creates one.`
          : `User ${JSON.stringify(username)} does not exist. Existing users: ${known.join(', ')}.`,
      )
    }
    const password = await ask()
    await audited(data, loaded, { name: 'reset-password', args: [username] }, warn, async () => {
      await users.setPassword(username, password)
      await users.setTwoFactor(username, undefined)
    })
    await data.store.flushed()
    return { hadTwoFactor: user.secondFactor !== undefined }
  } finally {
    await data.close()
  }
}

async function openExisting(folder: string): Promise<Data> {
  if (!hasData(folder)) {
    throw new CommandError(
      `There is no data in ${folder}. Choose the folder with MQDECK_DATA_DIR, data_dir or --config.`,
    )
  }
  try {
    return await openData(folder)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new LockedError(`${error.message}. Stop it first, or change the password in its dashboard.`)
  }
}
