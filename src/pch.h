// The one precompiled header: LibTorch alone takes 20 s to read.
#pragma once
#include <torch/torch.h>
