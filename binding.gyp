{
  # `node-gyp rebuild --plain=1` builds without everything that exists only for speed.
  'variables': { 'plain%': 0 },
  'targets': [
    {
      'target_name': 'whatwg_transcoder',
      'sources': [
        '<!@(node src/node/find-sources.mjs)',
        '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/encodings.cc',
        '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/detect.cc',
        '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/indexes.cc',
      ],
      'actions': [
        {
          'action_name': 'generate_tables',
          'inputs': [
            'indexes/generate.mjs',
            'indexes/files.mjs',
            'indexes/main-program.mjs',
            'indexes/pointers.mjs',
            '<!@(node indexes/files.mjs)',
          ],
          'outputs': [
            '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/detect.h',
            '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/detect.cc',
            '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/encodings.h',
            '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/encodings.cc',
            '<(INTERMEDIATE_DIR)/whatwg_encoding_generated/indexes.cc',
          ],
          'action': ['node', 'indexes/generate.mjs', '<(INTERMEDIATE_DIR)'],
          'message': 'Generating tables from indexes/',
        },
      ],
      'include_dirs': [
        '<(INTERMEDIATE_DIR)',
        '<!(node src/node/find-headers.mjs)',
      ],
      'defines': [
        'NAPI_VERSION=8',
        'NAPI_DISABLE_CPP_EXCEPTIONS',
        # A thread that is being ended cannot throw. Without this the process would end too.
        'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
        'NODE_ADDON_API_DISABLE_DEPRECATED',
        'WHATWG_ENCODING_KERNELS_VARIABLE',
      ],
      # node-gyp's default C++ standard differs by Node version, so it is set here.
      'cflags_cc!': ['-std=gnu++14', '-std=gnu++17', '-std=gnu++1y', '-fexceptions', '-frtti'],
      'cflags_cc': [
        '-std=gnu++20',
        '-O3',
        '-fomit-frame-pointer',
        '-fno-exceptions',
        '-fno-rtti',
        '-fvisibility=hidden',
        '-Wall',
        '-Wextra',
        '-Wconversion',
      ],
      # Only debug builds and the tests of the core have assertions.
      'configurations': {
        'Release': { 'defines': ['NDEBUG'] },
      },
      'conditions': [
        # Strings may outlive the worker thread that made them, and need the addon to stay loaded.
        ['OS not in ["mac", "win", "aix", "os400"]', { 'ldflags': ['-Wl,-z,nodelete'] }],
        ['plain == 1', { 'defines': ['WHATWG_ENCODING_PLAIN'] }],
        ['OS == "win"', { 'defines': ['NOMINMAX', 'WIN32_LEAN_AND_MEAN'] }],
      ],
      # Only Clang, which is a part of Visual Studio, compiles the kernels for each kind of processor.
      'msbuild_toolset': 'ClangCL',
      # src/node_values/node_api_windows.cc does what this hook would do.
      'win_delay_load_hook': 'false',
      'xcode_settings': {
        'CLANG_CXX_LANGUAGE_STANDARD': 'gnu++20',
        'GCC_ENABLE_CPP_EXCEPTIONS': 'NO',
        'GCC_ENABLE_CPP_RTTI': 'NO',
        'GCC_OPTIMIZATION_LEVEL': '3',
        'GCC_SYMBOLS_PRIVATE_EXTERN': 'YES',
        'MACOSX_DEPLOYMENT_TARGET': '11.0',
      },
      'msvs_settings': {
        'VCCLCompilerTool': {
          'ExceptionHandling': 0,
          'RuntimeTypeInfo': 'false',
          'AdditionalOptions': ['/std:c++20', '/utf-8', '/clang:-O3'],
        },
      },
    },
  ],
}
