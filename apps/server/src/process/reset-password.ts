import { openUsers } from '../backends/embedded/accounts/users.ts'
import type { Loaded } from '../start-options/load.ts'
import { LockedError } from '../store/lock.ts'
import { type Data, hasData, openData } from '../store/open-data.ts'
import { audited } from './audited.ts'
import { CommandError } from './command-error.ts'

/**
 * Gives a user a new password, which ends the user's logins, and takes the second factor away: whoever is locked out may have
 * lost that too. The server must be stopped: it owns the data folder.
 * @param ask for the new password; only when there is such a user
 * @param warn told of what went wrong without keeping the password from being changed
 * @throws {CommandError} when there is no such user, {@link LockedError} while the server runs, AppError when the
 *   password breaks the policy; nothing is changed then
 */
export async function resetPassword(
  loaded: Loaded,
  username: string,
  ask: () => Promise<string>,
  warn: (problem: string) => void = () => {},
): Promise<{ readonly hadSecondFactor: boolean }> {
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
      await users.setSecondFactor(username, undefined)
    })
    await data.store.flushed()
    return { hadSecondFactor: user.secondFactor !== undefined }
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
