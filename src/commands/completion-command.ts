import { Argument, type Command } from 'commander';
import type { DefineCommand } from '@memory-gateway/cli';

type Shell = 'bash' | 'zsh' | 'fish';

/** Defines `memory-gateway completion bash|zsh|fish`, which prints a completion script. */
export const completionCommand: DefineCommand = (program, { io, run }) =>
  program
    .command('completion')
    .summary('print a script for shell completion')
    .description('Print a script for shell completion, for instance:\n  source <(memory-gateway completion bash)')
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh', 'fish']))
    .action(
      run(async (shell: Shell) => {
        io.stdout.write(scripts[shell](readWords(program, '')));
        return 0;
      }),
    );

interface Words {
  readonly path: string;
  readonly next: readonly string[];
}

function readWords(command: Command, path: string): Words[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const own = { path, next: [...children.map((child) => child.name()), ...options, '--help'] };
  return [own, ...children.flatMap((child) => readWords(child, `${path} ${child.name()}`.trim()))];
}

const scripts: Readonly<Record<Shell, (words: readonly Words[]) => string>> = {
  bash: (words) => `_memory_gateway() {
  local word path="" next="" known="|${words.map(({ path }) => path).join('|')}|"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    word="\${path:+$path }$word"
    # Arguments and values of options are no commands.
    if [[ "$known" == *"|$word|"* ]]; then path="$word"; fi
  done
  case "$path" in
${words.map(({ path, next }) => `    ${JSON.stringify(path)}) next="${next.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _memory_gateway memory-gateway
`,
  zsh: (words) => `#compdef memory-gateway
autoload -U +X bashcompinit && bashcompinit
${scripts.bash(words)}`,
  fish: (words) =>
    words
      .flatMap(({ path, next }) =>
        next.map((word) => {
          const condition =
            path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`;
          const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
          return `complete -c memory-gateway -f -n "${condition}" ${what}\n`;
        }),
      )
      .join(''),
};
