import { openUsers } from '../backends/embedded/accounts/users.ts'
import type { Settings } from '../config/settings.ts'
import { LockedError } from '../store/lock.ts'
import { type Data, hasData, openData } from '../store/open-data.ts'
import { CommandError } from './command-error.ts'

/**
 * Gives a user a new password, which ends the user's logins. The server must be stopped: it owns the data folder.
 * @param ask for the new password; only when there is such a user
 * @throws {CommandError} when there is no such user, {@link LockedError} while the server runs, AppError when the
 *   password breaks the policy; nothing is changed then
 */
export async function resetPassword(settings: Settings, username: string, ask: () => Promise<string>): Promise<void> {
  const data = await openExisting(settings.data_dir)
  try {
    const users = openUsers(data.store, settings['dashboard.default_username'])
    if (!users.get(username)) {
      const known = users.list().map((user) => user.username)
      throw new CommandError(
        known.length === 0
          ? `There are no users in ${data.folder} yet; the first start makes one.`
          : `There is no user ${JSON.stringify(username)}; there are: ${known.join(', ')}.`,
      )
    }
    await users.setPassword(username, await ask())
    await data.store.flushed()
  } finally {
    await data.close()
  }
}

async function openExisting(folder: string): Promise<Data> {
  if (!hasData(folder)) {
    throw new CommandError(
      `There is no data in ${folder}; choose the folder with MQDECK_DATA_DIR, data_dir or --config.`,
    )
  }
  try {
    return await openData(folder)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new LockedError(`${error.message}. Stop it first, or change the password in its dashboard.`)
  }
}
