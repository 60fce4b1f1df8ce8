import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the files of a project that need a window before the others. A worker ends when the next file has another
 * environment, and loading the modules of a new worker takes longer than most files.
 */
export default class GroupedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const inWindow = own.filter(needsWindow)
      return [...inWindow, ...own.filter((file) => !inWindow.includes(file))]
    })
  }
}

const needsWindow = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
