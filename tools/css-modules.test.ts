import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const dashboardFiles = readSourceFiles(['apps/dashboard/src']).map(({ path }) => path)

/** `file: class` for each class that a component uses and its stylesheet does not have. */
function missingClasses(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name = '', path = '']) => {
    const stylesheet = readFileSync(join(dirname(file), path), 'utf8')
    const classes = new Set([...stylesheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, found]) => found))
    // `module` is part of the path in the import.
    const used = [...source.matchAll(/\b(\w+)\.(\w+)/g)]
      .filter(([, object]) => object === name)
      .map(([, , found]) => found)
    return [...new Set(used)]
      .filter((found) => found !== 'module' && !classes.has(found))
      .map((found) => `${file}: ${found}`)
  })
}

test('every CSS class that a component uses is in its stylesheet', () => {
  expect(dashboardFiles.length).toBeGreaterThan(500)
  expect(dashboardFiles.flatMap(missingClasses)).toEqual([])
})
