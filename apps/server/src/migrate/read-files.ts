import { join, resolve, sep } from 'node:path'
import { rulesOf } from '@mqdeck/access'
import { readNamedFile } from '@mqdeck/kit'
import { withFolder } from '../broker-config/folder-variables.ts'
import { isPem } from '../tls/store-pem.ts'
import type { MigrationSource } from './source.ts'

/**
 * Reads files that settings refer to.
 * @param reach `data_folder`: dashboard users may enter any file name in a setting but must not be able to read other
 *   files this way
 */
export function createFileReader(
  dataFolder: string,
  reach: 'data_folder' | 'anywhere',
): Pick<MigrationSource, 'readPem' | 'readAcl'> {
  const inside = join(resolve(dataFolder), sep)
  const placeOf = (name: string) => resolve(dataFolder, withFolder(name, resolve(dataFolder)))
  const isInReach = (place: string) => reach === 'anywhere' || place.startsWith(inside)
  return {
    async readPem(name) {
      const place = placeOf(name)
      if (!isInReach(place)) return undefined
      const text = await readNamedFile(place).catch(() => undefined) // reported as a file that cannot be read
      return text !== undefined && isPem(text) ? text : undefined
    },
    async readAcl(path) {
      if (!isInReach(placeOf(path))) return undefined
      try {
        return await rulesOf({ path }, dataFolder)
      } catch {
        return undefined // as above
      }
    },
  }
}
