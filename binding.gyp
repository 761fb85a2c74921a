{
  'targets': [
    {
      'target_name': 'whatwg_transcoder',
      'sources': [
        'src/node/addon.cc',
        'src/node/decode.cc',
        'src/node/values.cc',
        'src/core/decoder.cc',
        'src/core/encoding.cc',
        'src/core/index.cc',
        'src/core/process.cc',
        'src/codecs/big5.cc',
        'src/codecs/euc_jp.cc',
        'src/codecs/euc_kr.cc',
        'src/codecs/gb18030.cc',
        'src/codecs/iso_2022_jp.cc',
        'src/codecs/replacement.cc',
        'src/codecs/shift_jis.cc',
        'src/codecs/single_byte.cc',
        'src/codecs/utf_16.cc',
        'src/codecs/utf_8.cc',
        'src/codecs/x_user_defined.cc',
        'src/simd/scalar.cc',
        '<(INTERMEDIATE_DIR)/generated/encodings.cc',
        '<(INTERMEDIATE_DIR)/generated/indexes.cc',
      ],
      'actions': [
        {
          'action_name': 'generate_tables',
          'inputs': [
            'indexes/generate.mjs',
            'indexes/files.mjs',
            '<!@(node indexes/files.mjs)',
          ],
          'outputs': [
            '<(INTERMEDIATE_DIR)/generated/encodings.h',
            '<(INTERMEDIATE_DIR)/generated/encodings.cc',
            '<(INTERMEDIATE_DIR)/generated/indexes.cc',
          ],
          'action': ['node', 'indexes/generate.mjs', '<(INTERMEDIATE_DIR)'],
          'message': 'Generating tables from indexes/',
        },
      ],
      'include_dirs': [
        'src',
        '<(INTERMEDIATE_DIR)',
        '<!(node -p "require(\'node-addon-api\').include_dir")',
      ],
      'defines': [
        'NAPI_VERSION=8',
        'NAPI_DISABLE_CPP_EXCEPTIONS',
        'NODE_ADDON_API_DISABLE_DEPRECATED',
      ],
      # node-gyp's default C++ standard differs by Node version, so it is set here.
      'cflags_cc!': ['-std=gnu++14', '-std=gnu++17', '-std=gnu++1y', '-fexceptions', '-frtti'],
      'cflags_cc': [
        '-std=gnu++20',
        '-O3',
        '-fno-exceptions',
        '-fno-rtti',
        '-fvisibility=hidden',
        '-Wall',
        '-Wextra',
        '-Wconversion',
      ],
      'xcode_settings': {
        'CLANG_CXX_LANGUAGE_STANDARD': 'gnu++20',
        'GCC_ENABLE_CPP_EXCEPTIONS': 'NO',
        'GCC_ENABLE_CPP_RTTI': 'NO',
        'GCC_SYMBOLS_PRIVATE_EXTERN': 'YES',
        'MACOSX_DEPLOYMENT_TARGET': '11.0',
      },
      'msvs_settings': {
        'VCCLCompilerTool': {
          'ExceptionHandling': 0,
          'RuntimeTypeInfo': 'false',
          'AdditionalOptions': ['/std:c++20', '/utf-8'],
        },
      },
    },
  ],
}
